// On PostgreSQL alone: the embedded database has one connection, so that no two transactions are at work at once.
import { expect, vi } from 'vitest'
import { test as serverTest } from '../../../../../testing/server/fixtures.ts'
import { importer } from '../../../../../testing/server/imports.ts'
import { waiting } from '../../../../../testing/server/row-locks.ts'

const test = serverTest
  .extend('run', ({ db, own }) => importer(db, own.providerId))
  /** Lets a second run look for its rows before those of the first one are committed, and write them afterwards. */
  .extend('runBoth', ({ db, database, run, own }) => {
    return async (
      resource: Parameters<typeof run>[0],
      one: Parameters<typeof run>[1],
      other: Parameters<typeof run>[1],
      options: Parameters<typeof run>[2] = {}
    ) => {
      const trx = await db.startTransaction().execute()
      try {
        const first = await importer(trx, own.providerId)(resource, one)
        const running = run(resource, other, options)
        await vi.waitFor(async () => expect(await waiting(database)).toBe(1), { timeout: 60_000, interval: 10 })
        await trx.commit().execute()
        return [first, await running] as const
      } finally {
        if (!trx.isCommitted) await trx.rollback().execute()
      }
    }
  })

interface Case {
  readonly resource: 'events' | 'customers' | 'contacts'
  readonly rowOf: (n: number, text: string) => object
  readonly isDry?: true
  /** Counts of both runs beside those of every case. */
  readonly counts?: object
}

const cases: Readonly<Record<string, Case>> = {
  events: { resource: 'events', rowOf: (_, caption) => ({ caption }) },
  customers: { resource: 'customers', rowOf: (_, lastName) => ({ lastName }) },
  contacts: { resource: 'contacts', rowOf: (_, lastName) => ({ customer: 'PRIVATE-0', lastName }) },
  'a field of each is refused': {
    resource: 'customers',
    rowOf: (_, lastName) => ({ lastName, place: 'x'.repeat(1000) }),
    counts: { refusedFields: 3 }
  },
  'a value of each is the one of another row': {
    resource: 'contacts',
    rowOf: (n, place) => ({
      customer: `PRIVATE-${n}`,
      personNo: 800_000 + n,
      lastName: 'Huber',
      phoneNumber: '2',
      place
    }),
    counts: { conflicts: 3 }
  },
  'the later one commits nothing': { resource: 'customers', rowOf: (_, lastName) => ({ lastName }), isDry: true }
}

test.for(Object.entries(cases))(
  'two runs that bring the same new rows at once store each once, with what the later one brings: %s',
  async ([name, { resource, rowOf, isDry = false, counts = {} }], { run, runBoth, db, own }) => {
    const persons = [0, 1, 2, 3].map((n) => ({
      customerNo: 800_000 + n,
      firstName: 'Eva',
      lastName: 'Huber',
      phoneNumber: '1'
    }))
    await run(
      'customers',
      persons.map((person, n) => ({ externalId: `PRIVATE-${n}`, ...person }))
    )
    const rowsOf = (from: number, text: string) =>
      [0, 1, 2].map((n) => ({ externalId: `${name}-${from + n}`, ...rowOf(from + n, text) }))
    const [first, second] = await runBoth(resource, rowsOf(0, 'Linz'), rowsOf(1, 'Graz'), { undoesBatches: isDry })
    expect(first.counts).toMatchObject({ created: 3, refused: 0, ...counts })
    expect(second.counts).toMatchObject({
      created: 1,
      updated: 2,
      refused: 0,
      refusedFields: 0,
      conflicts: 0,
      ...counts
    })
    const stored = await db
      .selectFrom(resource)
      .select('external_id')
      .where('provider_id', '=', own.providerId)
      .where('external_id', 'like', `${name}-%`)
      .orderBy('external_id')
      .execute()
    const keys = [0, 1, 2, ...(isDry ? [] : [3])].map((n) => `${name}-${n}`)
    expect(stored.map(({ external_id: key }) => key)).toEqual(keys)
    const again = await run(resource, rowsOf(1, 'Graz'))
    expect(again.counts).toMatchObject(isDry ? { created: 1, updated: 2 } : { unchanged: 3 })
  }
)

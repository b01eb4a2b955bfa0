// On PostgreSQL alone: the embedded database has one connection, so that no two transactions are at work at once.
import { expect, vi } from 'vitest'
import { test as serverTest } from '../../../testing/fixtures.ts'
import { importer } from '../../../testing/imports.ts'
import { waiting } from '../../../testing/row-locks.ts'

const test = serverTest
  .extend('run', ({ db, own }) => importer(db, own.company))
  /** Lets a second run look for its rows before those of the first one are committed, and write them afterwards. */
  .extend(
    'runBoth',
    ({ db, database, run, own }) =>
      async (resource: Parameters<typeof run>[0], one: Parameters<typeof run>[1], other: Parameters<typeof run>[1]) => {
        const trx = await db.startTransaction().execute()
        try {
          const first = await importer(trx, own.company)(resource, one)
          const running = run(resource, other)
          await vi.waitFor(async () => expect(await waiting(database)).toBe(1), { timeout: 9000, interval: 10 })
          await trx.commit().execute()
          return [first, await running] as const
        } finally {
          if (!trx.isCommitted) await trx.rollback().execute()
        }
      }
  )

test.for([
  ['events', 'caption', {}],
  ['customers', 'lastName', {}],
  ['contacts', 'lastName', { customer: 'C-OF-BOTH' }]
] as const)(
  'two runs that bring the same new rows at once store each once, with what the later one brings: %s',
  async ([resource, member, more], { run, runBoth, db, own }) => {
    await run('customers', [{ externalId: 'C-OF-BOTH', lastName: 'Bau GmbH' }])
    const rowsOf = (from: number, text: string) =>
      [0, 1, 2].map((n) => ({ externalId: `BOTH-${from + n}`, [member]: text, ...more }))
    const [first, second] = await runBoth(resource, rowsOf(0, 'Linz'), rowsOf(1, 'Graz'))
    expect([first.counts, first.refused]).toMatchObject([{ created: 3, refused: 0 }, []])
    expect([second.refused, second.counts]).toMatchObject([[], { created: 1, updated: 2, refused: 0 }])
    const stored = await db
      .selectFrom(resource)
      .select('external_id')
      .where('company', '=', own.company)
      .where('external_id', 'like', 'BOTH-%')
      .orderBy('external_id')
      .execute()
    expect(stored.map(({ external_id: key }) => key)).toEqual(['BOTH-0', 'BOTH-1', 'BOTH-2', 'BOTH-3'])
    const again = await run(resource, rowsOf(1, 'Graz'))
    expect(again.counts).toMatchObject({ unchanged: 3 })
  }
)

// On both databases: the embedded one is PostgreSQL 18, a server may be 14 and accepts less.
import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { ndjson, test as importTest } from '../../../../testing/server/import-fixtures.ts'
import type { Db } from '../../platform/database/query.ts'
import { textOf } from './import-report.ts'

const customerCount = 30

/** Each customer has an admin and a colleague. */
const names = (letter: 'A' | 'C') => Array.from({ length: customerCount }, (_, n) => `G-${n}-${letter}`)
const contact = (externalId: string, more: object = {}) => ({
  externalId,
  customer: externalId.slice(0, externalId.lastIndexOf('-')),
  firstName: 'Anna',
  lastName: externalId,
  ...more
})
const shopUser = (name: string, rights: number) => ({ contact: name, emailAddress: `${name}@firma.example`, rights })

const test = importTest
  .extend('send', { scope: 'file' }, ({ ask }) => {
    return async (resource: string, rows: readonly object[], query = '') => {
      const { json } = await ask(`/imports/${resource}?${query}`, { method: 'POST', body: ndjson(...rows) })
      return json
    }
  })
  .extend('logins', { scope: 'file' }, async ({ db, own, send }) => {
    const customers = names('A').map((name, n) => ({ externalId: name.slice(0, -2), lastName: `Firma ${n}` }))
    await send('customers', customers)
    await send(
      'contacts',
      [...names('A'), ...names('C')].map((name) => contact(name))
    )
    /** Puts all logins back, and counts what the database has of a right. */
    return {
      restore: async () => {
        await send(
          'contacts',
          [...names('A'), ...names('C')].map((name) => contact(name, { active: true }))
        )
        await send('shop-users', [
          ...names('A').map((name) => shopUser(name, 1)),
          ...names('C').map((name) => shopUser(name, 2))
        ])
      },
      count: async (rights: number) => {
        const { count } = await db
          .selectFrom('shop_users')
          .innerJoin('contacts', (on) =>
            on
              .onRef('shop_users.provider_id', '=', 'contacts.provider_id')
              .onRef('shop_users.contact_id', '=', 'contacts.contact_id')
          )
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('contacts.provider_id', '=', own.providerId)
          .where('external_id', 'like', 'G-%')
          .where('rights', '=', rights)
          .where('active', '=', true)
          .executeTakeFirstOrThrow()
        return count
      }
    }
  })

const untoldOf = async (db: Db, providerId: number) => {
  const { rows } = await sql`
    select from import_keys where provider_id = ${providerId} and held->>'moved' is not null`.execute(db)
  return rows.length
}

describe('an import that lowers rights or ends access', () => {
  test('stops before the first of them where it would be too many, and goes on when told so', async ({
    logins: { restore, count },
    send,
    ask
  }) => {
    await restore()
    const lowered = names('C').map((name) => shopUser(name, 4))
    const raised = names('A').map((name) => ({ ...shopUser(name, 1), emailAddress: `${name}@neu.example` }))
    const run = randomUUID()
    const stopped = await send('shop-users', [...lowered, ...raised], `run=${run}`)
    expect(stopped).toMatchObject({ status: 409 })
    expect(stopped['detail']).toMatch(
      /^No access was ended and no right lowered: it would be 30 of \d+ logins, and at most 5 % may go\. If it is meant so, import again with a higher --max-removed, by HTTP maxRemoved\./
    )
    expect([await count(2), await count(4)]).toEqual([30, 0])
    // Other rows were taken; those that wait are in no count but `read`.
    const state = { state: 'failed', read: 60, updated: 30, unchanged: 0, refused: 0 }
    expect((await ask(`/imports/${run}`)).json).toMatchObject(state)
    const done = await send('shop-users', [...lowered, ...raised], `run=${run}&maxRemoved=0.5`)
    expect(done).toMatchObject({ read: 60, updated: 60, unchanged: 0, refused: 0, reasons: [] })
    expect([await count(2), await count(4)]).toEqual([0, 30])
    expect((await ask(`/imports/${run}`)).json).toMatchObject({ state: 'done', failure: null })
  })

  test('may lower twenty of a small company, and names each customer whose last admin went', async ({
    logins: { restore, count },
    send
  }) => {
    await restore()
    const some = names('A').slice(0, 19)
    const rows = [...some.map((name) => shopUser(name, 3)), shopUser('G-0-C', 1)]
    const { updated, reasons } = await send('shop-users', rows)
    expect([updated, await count(1), await count(3)]).toEqual([20, 12, 19])
    const notices = reasons as { kind: string; sentence: string; line: number }[]
    // The first customer has got another admin in the same run.
    expect(notices).toHaveLength(18)
    expect(notices).toContainEqual(
      expect.objectContaining({
        kind: 'notice',
        line: 2,
        sentence: expect.stringMatching(/^Firma 1 \(customer \d+\) has no admin any more: the last was Anna G-1-A\.$/)
      })
    )
  })

  test('lists a refused row for correction beside twenty customers without an admin', async ({
    logins: { restore },
    bring,
    folder
  }) => {
    await restore()
    const lowered = names('A').slice(0, 20)
    const rows = [...lowered.map((name) => shopUser(name, 3)), shopUser('G-UNKNOWN', 1)]
    const imported = await bring({ 'shop-users.ndjson': ndjson(...rows) })
    const { files } = imported
    expect(files).toMatchObject([{ updated: 20, refused: 1, refusedFile: join(folder, 'shop-users.refused.ndjson') }])
    expect(files[0]?.reasons[0]).toMatchObject({ kind: 'row', line: 21 })
    expect(await readFile(join(folder, 'shop-users.refused.ndjson'), 'utf8')).toContain('G-UNKNOWN')
    expect(await readFile(join(folder, 'shop-users.refused.ndjson.txt'), 'utf8')).toContain('has no admin any more')
    // The printed summary has all of them, before other reasons.
    const [notices = '', reasons = ''] = textOf({ ...imported, sources: [], unended: [] }).split('Why, ')
    expect(notices.match(/has no admin any more: .*\(shop-users\.ndjson, line \d+\)$/gm)).toHaveLength(20)
    expect(reasons).toMatch(/^ {2}1 in shop-users\.ndjson: .*line 21/m)
  })

  test('counts contacts that become inactive, by a row or by a full set that lacks them or their customers', async ({
    logins: { restore, count },
    send
  }) => {
    await restore()
    const sentence = expect.stringContaining('it would be 30 of') as unknown
    const inactive = names('A').map((name) => contact(name, { active: false, lastName: 'Neu' }))
    expect(await send('contacts', inactive)).toMatchObject({ status: 409, detail: sentence })
    // Even of every login half may go here, but no such share of the admins.
    expect(await send('contacts', inactive, 'maxRemoved=0.6')).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/: 30 of \d+ customers would have no admin, and at most 60 % may go\./)
    })
    const set = 'mode=replace&prefix=G-'
    const colleagues = names('C').map((name) => contact(name))
    // Thirty of sixty rows are a half, and may go, as do the logins.
    expect(await send('contacts', colleagues, `${set}&maxRemoved=0.5`)).toMatchObject({
      status: 409,
      detail: expect.stringContaining('customers would have no admin')
    })
    expect(await send('customers', [], `${set}&maxRemoved=0.3`)).toMatchObject({ status: 409 })
    expect([await count(1), await count(2)]).toEqual([30, 30])
    expect(await send('contacts', colleagues, `${set}&maxRemoved=1`)).toMatchObject({ removed: 30 })
    expect([await count(1), await count(2)]).toEqual([0, 30])
  })

  test('counts what the rows of a full set lower together with what it lacks', async ({
    logins: { restore, count },
    bring
  }) => {
    await restore()
    const lowered = names('C').slice(0, 15)
    const rows = [...lowered.map((name) => shopUser(name, 4)), ...names('A').map((name) => shopUser(name, 1))]
    const set = { 'shop-users.ndjson': ndjson(...rows) }
    const how = { mode: 'replace', prefix: 'G-', maxRemoved: 0.26 } as const
    const { files } = await bring(set, how)
    expect(files).toMatchObject([{ stopped: expect.stringContaining('it would be 30 of') as unknown, removed: 0 }])
    expect([await count(2), await count(4)]).toEqual([30, 0])
    expect((await bring(set, { ...how, maxRemoved: 1 })).files).toMatchObject([
      { stopped: null, updated: 15, unchanged: 30, removed: 15 }
    ])
    expect([await count(2), await count(4)]).toEqual([0, 15])
  })

  test('counts the files of a folder together, and each login once', async ({
    logins: { restore, count },
    bring,
    folder
  }) => {
    await restore()
    const some = names('C').slice(0, 15)
    const inactive = (of: readonly string[]) => ndjson(...of.map((name) => contact(name, { active: false })))
    const lowered = (of: readonly string[]) => ndjson(...of.map((name) => shopUser(name, 4)))
    const apart = { 'contacts.ndjson': inactive(some), 'shop-users.ndjson': lowered(names('C').slice(15)) }
    const run = { runId: randomUUID() }
    const stopped = expect.stringMatching(/: it would be 30 of \d+ logins/) as unknown
    const { files } = await bring(apart, run)
    expect(files).toMatchObject([
      { stopped, updated: 0 },
      { stopped, updated: 0 }
    ])
    expect([await count(2), await count(4)]).toEqual([30, 0])
    expect((await bring(apart, { ...run, maxRemoved: 0.5 })).files).toMatchObject([
      { stopped: null, read: 15, updated: 15 },
      { stopped: null, read: 15, updated: 15 }
    ])
    expect([await count(2), await count(4)]).toEqual([0, 15])
    await rm(folder, { recursive: true })
    await restore()
    const same = { 'contacts.ndjson': inactive(some), 'shop-users.ndjson': lowered(some) }
    expect((await bring(same)).files).toMatchObject([{ stopped: null }, { stopped: null }])
    expect([await count(2), await count(4)]).toEqual([15, 0])
  })

  test('takes the last of several files of a resource for right', async ({ logins: { restore, count }, bring }) => {
    await restore()
    const colleagues = names('C').slice(0, 2)
    const { files } = await bring({
      'shop-users-1.ndjson': ndjson(...colleagues.map((name) => shopUser(name, 4))),
      'shop-users-2.ndjson': ndjson(shopUser(colleagues[0]!, 2))
    })
    expect(files).toMatchObject([
      { updated: 1, unchanged: 1 },
      { updated: 0, unchanged: 1 }
    ])
    expect([await count(2), await count(4)]).toEqual([29, 1])
  })

  test('counts several files of a resource together, and goes on with what the last of them says', async ({
    logins: { restore, count },
    bring
  }) => {
    await restore()
    const colleagues = names('C')
    const lowered = (of: readonly string[]) => of.map((name) => shopUser(name, 4))
    const set = {
      'shop-users-1.ndjson': ndjson(...lowered(colleagues.slice(0, 15))),
      'shop-users-2.ndjson': ndjson(...lowered(colleagues.slice(15)), shopUser(colleagues[0]!, 2))
    }
    const run = { runId: randomUUID() }
    const stopped = expect.stringMatching(/: it would be 29 of \d+ logins/) as unknown
    expect((await bring(set, run)).files).toMatchObject([{ stopped }, { stopped }])
    expect([await count(2), await count(4)]).toEqual([30, 0])
    const { files } = await bring(set, { ...run, maxRemoved: 0.5 })
    expect(files).toMatchObject([
      { stopped: null, read: 15, updated: 14, unchanged: 1 },
      { stopped: null, read: 16, updated: 15, unchanged: 1 }
    ])
    expect([await count(2), await count(4)]).toEqual([1, 29])
  })

  test('still ends an access where a later file says nothing of it, or its row is refused', async ({
    logins: { restore, count },
    bring
  }) => {
    await restore()
    const [silent, refused] = names('C') as [string, string]
    const { files } = await bring({
      'contacts-1.ndjson': ndjson(...[silent, refused].map((name) => contact(name, { active: false }))),
      'contacts-2.ndjson': ndjson(
        contact(silent, { lastName: 'Neu' }),
        contact(refused, { customer: 'G-UNKNOWN', active: true })
      ),
      'contacts-3.ndjson': ndjson(contact(silent, { lastName: 'Neuer' }))
    })
    expect(files).toMatchObject([{ updated: 1, unchanged: 1 }, { refused: 1 }, { updated: 1 }])
    expect(await count(2)).toBe(28)
  })

  test('names no customer whose other admin stays, also beside a row that a later file has once more', async ({
    logins: { restore },
    bring,
    send
  }) => {
    await restore()
    await send('shop-users', [shopUser('G-0-C', 1)])
    const { files } = await bring({
      'contacts-1.ndjson': ndjson(contact('G-0-A', { active: false }), contact('G-1-C', { active: false })),
      'contacts-2.ndjson': ndjson(contact('G-1-C', { lastName: 'Neu' }))
    })
    expect(files).toMatchObject([
      { updated: 1, unchanged: 1, reasons: [] },
      { updated: 1, reasons: [] }
    ])
  })

  test('ends at once the access of a contact whom a later file moves', async ({
    logins: { restore, count },
    bring,
    send
  }) => {
    await restore()
    const colleagues = names('C')
    const { files } = await bring({
      'contacts-1.ndjson': ndjson(...colleagues.map((name) => contact(name, { active: false }))),
      'contacts-2.ndjson': ndjson(contact(colleagues[0]!, { customer: 'G-1' }))
    })
    expect(files).toMatchObject([{ stopped: expect.stringContaining('29 of') as unknown }, { updated: 1 }])
    expect(await count(2)).toBe(29)
    await send('contacts', [contact(colleagues[0]!)])
  })

  test('stops before the batch that would move too many logins to another customer, and goes on when told so', async ({
    logins: { restore },
    send,
    ask
  }) => {
    await restore()
    const moved = names('C').map((name) => contact(name, { customer: 'G-0' }))
    const run = randomUUID()
    const stopped = await send('contacts', moved, `run=${run}`)
    expect(stopped).toMatchObject({ status: 409 })
    expect(stopped['detail']).toMatch(
      /^The rest was not imported: 29 of \d+ logins would be those of another customer, and at most 5 % may go\./
    )
    expect((await ask(`/imports/${run}`)).json).toMatchObject({ state: 'failed', read: 0, updated: 0 })
    expect(await send('contacts', moved, `run=${run}&maxRemoved=0.5`)).toMatchObject({ updated: 29, refused: 0 })
    const back = names('C').map((name) => contact(name))
    expect(await send('contacts', back, 'maxRemoved=0.5')).toMatchObject({ updated: 29 })
  })

  test('moves contacts who cannot log in without a limit', async ({ logins: { restore }, send }) => {
    await restore()
    const merged = names('C').slice(1, 26)
    await send(
      'contacts',
      merged.map((name) => contact(name, { active: false })),
      'maxRemoved=1'
    )
    const moved = merged.map((name) => contact(name, { customer: 'G-0' }))
    expect(await send('contacts', moved)).toMatchObject({ updated: 25, refused: 0 })
    // Who becomes active with the move can log in at the new customer.
    const back = merged.map((name) => contact(name, { active: true }))
    expect(await send('contacts', back)).toMatchObject({ status: 409 })
    expect(await send('contacts', back, 'maxRemoved=1')).toMatchObject({ updated: 25 })
  })

  test('counts the logins that the files of a folder move together', async ({ logins: { restore }, bring, send }) => {
    await restore()
    const moved = names('C').map((name) => contact(name, { customer: 'G-0' }))
    const brought = bring({
      'contacts-1.ndjson': ndjson(...moved.slice(0, 15)),
      'contacts-2.ndjson': ndjson(...moved.slice(15))
    })
    await expect(brought).rejects.toThrow(/^contacts-2\.ndjson: The rest was not imported: 29 of /)
    await send(
      'contacts',
      names('C').map((name) => contact(name))
    )
  })

  test('names each customer whose last admin goes to another one, unless a later row brings an admin', async ({
    logins: { restore },
    bring,
    folder,
    send
  }) => {
    await restore()
    const moved = ['G-1-A', 'G-2-A', 'G-3-C'].map((name) => contact(name, { customer: 'G-0' }))
    const { files } = await bring({
      'contacts-1.ndjson': ndjson(contact('G-4-A', { customer: 'G-0' })),
      'contacts-2.ndjson': ndjson(...moved),
      'shop-users.ndjson': ndjson(shopUser('G-2-C', 1), shopUser('G-4-A', 4))
    })
    const noticeOf = (n: number, line: number) => ({
      kind: 'notice',
      line,
      sentence: expect.stringMatching(
        new RegExp(`^Firma ${n} \\(customer \\d+\\) has no admin any more: the last was Anna G-${n}-A\\.$`)
      ) as unknown
    })
    expect(files.map(({ updated, reasons }) => [updated, reasons])).toMatchObject([
      [1, [noticeOf(4, 1)]],
      [3, [noticeOf(1, 1)]],
      [2, []]
    ])
    expect(await readFile(join(folder, 'contacts-2.refused.ndjson.txt'), 'utf8')).toContain('Firma 1 ')
    // A run that moves nobody names nobody.
    expect(await send('contacts', moved)).toMatchObject({ unchanged: 3, reasons: [] })
    await restore()
  })

  test('names the customer that an admin leaves, not that to which it comes with a lower right or on the way', async ({
    logins: { restore },
    bring,
    folder,
    send
  }) => {
    await restore()
    await send('customers', [{ externalId: 'G-NEW', lastName: 'Firma neu' }])
    const leaves = (n: number) =>
      expect.stringMatching(new RegExp(`^Firma ${n} .* the last was Anna G-${n}-A\\.$`)) as unknown
    const notices = ({ files }: Awaited<ReturnType<typeof bring>>) =>
      files.map(({ reasons }) => reasons.map(({ sentence }) => sentence))
    const lowered = await bring({
      'contacts.ndjson': ndjson(contact('G-1-A', { customer: 'G-NEW' })),
      'shop-users.ndjson': ndjson(shopUser('G-1-A', 4))
    })
    expect(notices(lowered)).toEqual([[leaves(1)], []])
    await rm(folder, { recursive: true })
    await restore()
    const onTheWay = await bring({
      'contacts-1.ndjson': ndjson(...['G-2-A', 'G-3-A', 'G-4-A'].map((name) => contact(name, { customer: 'G-NEW' }))),
      'contacts-2.ndjson': ndjson(contact('G-2-A', { customer: 'G-0' }), contact('G-3-A'), contact('G-4-A')),
      'shop-users.ndjson': ndjson(shopUser('G-4-A', 4))
    })
    expect(notices(onTheWay)).toEqual([[leaves(2)], [], [leaves(4)]])
    await restore()
  })

  test('names once, in the next run, the customers that a run which broke off has left without an admin', async ({
    logins: { restore },
    bring,
    send
  }) => {
    await restore()
    const files = {
      'contacts-1.ndjson': ndjson(contact('G-1-A', { customer: 'G-0' })),
      'contacts-2.ndjson': ndjson(...names('C').map((name) => contact(name, { customer: 'G-0' })))
    }
    await expect(bring(files)).rejects.toThrow(/^contacts-2\.ndjson: The rest was not imported: 30 of /)
    // A run without the row leaves it to another one.
    expect(await send('contacts', [contact('G-5-A')])).toMatchObject({ unchanged: 1, reasons: [] })
    const notice = { kind: 'notice', line: 1, sentence: expect.stringContaining('Firma 1 ') as unknown }
    for (const reasons of [[notice], []])
      expect((await bring(files, { maxRemoved: 0.5 })).files).toMatchObject([
        { unchanged: 1, reasons },
        { refused: 0, reasons: [] }
      ])
    await send(
      'contacts',
      names('C').map((name) => contact(name)),
      'maxRemoved=0.5'
    )
    await restore()
  })

  test('names no customer to which a corrected file, or another one, has brought its admin back', async ({
    logins: { restore },
    bring,
    send,
    db,
    own
  }) => {
    await restore()
    const tooMany = ndjson(...names('C').map((name) => contact(name, { customer: 'G-0' })))
    const breakOff = (customer: string) =>
      expect(
        bring({ 'contacts-1.ndjson': ndjson(contact('G-1-A', { customer })), 'contacts-2.ndjson': tooMany })
      ).rejects.toThrow('contacts-2.ndjson: The rest was not imported')
    const back = contact('G-1-A')
    await breakOff('G-0')
    for (const counts of [{ updated: 1 }, { unchanged: 1 }])
      expect(await send('contacts', [back])).toMatchObject({ ...counts, reasons: [] })
    // Two that broke off, there and back.
    await breakOff('G-0')
    await breakOff('G-1')
    expect(await send('contacts', [back])).toMatchObject({ unchanged: 1, reasons: [] })
    await breakOff('G-0')
    await breakOff('G-2')
    // Whichever run the database finds first, the customer of before both is told.
    const notice = { kind: 'notice', sentence: expect.stringContaining('Firma 1 ') as unknown }
    const there = contact('G-1-A', { customer: 'G-2' })
    for (const reasons of [[notice], []]) expect(await send('contacts', [there])).toMatchObject({ reasons })
    expect(await untoldOf(db, own.providerId)).toBe(0)
    await restore()
  })

  test('names a customer to whom a run that broke off has brought an admin who is none any more', async ({
    logins: { restore },
    bring,
    send
  }) => {
    await restore()
    const tooMany = ndjson(...names('C').map((name) => contact(name, { customer: 'G-0' })))
    const moved = contact('G-5-A', { customer: 'G-6' })
    await expect(bring({ 'contacts-1.ndjson': ndjson(moved), 'contacts-2.ndjson': tooMany })).rejects.toThrow(
      'contacts-2.ndjson: The rest was not imported'
    )
    await send('shop-users', [shopUser('G-5-A', 4)])
    const { reasons } = await send('contacts', [moved, contact('G-6-A', { active: false })])
    expect(reasons).toContainEqual(
      expect.objectContaining({ sentence: expect.stringContaining('Firma 6 ') as unknown })
    )
    await restore()
  })

  test('names no customer to which another admin comes, in a dry run too', async ({ logins: { restore }, send }) => {
    await restore()
    const moved = [contact('G-1-A', { customer: 'G-2' }), contact('G-2-A', { customer: 'G-1' })]
    for (const query of ['dryRun=true', ''])
      expect(await send('contacts', moved, query)).toMatchObject({ updated: 2, reasons: [] })
    await restore()
  })

  test('names no customer where another row makes somebody else an admin, in a dry run too', async ({
    logins: { restore },
    send
  }) => {
    await restore()
    const changed = [shopUser('G-1-A', 3), shopUser('G-1-C', 1)]
    for (const query of ['dryRun=true', ''])
      expect(await send('shop-users', changed, query)).toMatchObject({ updated: 2, reasons: [] })
    await restore()
    const alone = await send('shop-users', [shopUser('G-1-A', 3)], 'dryRun=true')
    expect(alone).toMatchObject({ reasons: [{ kind: 'notice' }] })
  })

  test('stops before the batch that would leave too many customers without an admin, in a dry run too', async ({
    logins: { restore, count },
    send,
    ask
  }) => {
    await restore()
    const admins = names('A').slice(1, 26)
    const moved = admins.map((name) => contact(name, { customer: 'G-0' }))
    const run = randomUUID()
    const detail = expect.stringMatching(
      /^The rest was not imported: 25 of \d+ customers would have no admin, and at most 60 % may go\./
    ) as unknown
    for (const how of [`run=${run}`, 'dryRun=true'])
      expect(await send('contacts', moved, `maxRemoved=0.6&${how}`)).toMatchObject({ status: 409, detail })
    expect((await ask(`/imports/${run}`)).json).toMatchObject({ state: 'failed', updated: 0 })
    expect(await send('contacts', moved, `run=${run}&maxRemoved=1`)).toMatchObject({ updated: 25 })
    const { text } = await ask(`/imports/${run}/refusals`)
    expect(text.match(/"kind":"notice"/g)).toHaveLength(25)
    expect(await count(1)).toBe(30)
    const back = admins.map((name) => contact(name))
    expect(await send('contacts', back, 'maxRemoved=1')).toMatchObject({ updated: 25, reasons: [] })
  })

  test('leaves what a customer has changed meanwhile out of its count', async ({
    logins: { restore, count },
    send,
    db,
    own
  }) => {
    await restore()
    const contacts = await db
      .selectFrom('contacts')
      .select('contact_id')
      .where('provider_id', '=', own.providerId)
      .where('external_id', 'in', names('C'))
      .execute()
    await db
      .insertInto('customer_changes')
      .values(
        contacts.map(({ contact_id }) => ({
          provider_id: own.providerId,
          resource: 'shop-user',
          row_key: String(contact_id),
          code: 'ASP_SHOPRECHTE',
          changed_at: new Date()
        }))
      )
      .execute()
    const rows = names('C').map((name) => shopUser(name, 0))
    expect(await send('shop-users', rows)).toMatchObject({ unchanged: 30, conflicts: 30 })
    expect(await count(2)).toBe(30)
  })

  test('tells a dry run the same, and every other file of the folder comes in', async ({
    logins: { restore, count },
    bring
  }) => {
    await restore()
    const files = {
      'shop-users.ndjson': ndjson(...names('C').map((name) => shopUser(name, 0))),
      'events.csv': 'externalId;caption\nGUARD;Statik\n'
    }
    for (const dryRun of [true, false]) {
      const { files: imported } = await bring(files, { dryRun })
      expect(imported.map(({ stopped, created }) => [stopped, created])).toEqual([
        [expect.stringContaining('No access was ended and no right lowered'), 0],
        [null, 1]
      ])
    }
    expect(await count(2)).toBe(30)
    const { files: imported } = await bring(files, { maxRemoved: 1 })
    expect(imported.map(({ stopped, updated }) => [stopped, updated])).toEqual([
      [null, 30],
      [null, 0]
    ])
    expect(await count(2)).toBe(0)
  })

  test('counts the logins once more before it removes rows, since other programs write meanwhile', async ({
    logins: { restore, count },
    send,
    db
  }) => {
    await restore()
    const late = Array.from({ length: 21 }, (_, n) => `G-0-L${n}`)
    await send(
      'contacts',
      late.map((name) => contact(name))
    )
    await send(
      'shop-users',
      late.map((name) => shopUser(name, 0))
    )
    // The run looks for held rows between its count and the removal.
    await sql`create function raise_rights() returns trigger language plpgsql as
      $$ begin update shop_users set rights = 2 where email_address ilike 'G-0-L%'; return null; end $$`.execute(db)
    await sql`create trigger raise_rights after update of held on import_keys
      for each statement execute function raise_rights()`.execute(db)
    const others = names('A').slice(1)
    const customers = others.map((name) => ({ externalId: name.slice(0, -2), lastName: 'Firma' }))
    const stopped = await send('customers', customers, 'mode=replace&prefix=G-')
    await sql`drop function raise_rights cascade`.execute(db)
    const detail = expect.stringMatching(/No access was ended.*it would be 23 of \d+ logins/) as unknown
    expect(stopped).toMatchObject({ status: 409, detail })
    expect([await count(1), await count(2)]).toEqual([30, 51])
  })
})

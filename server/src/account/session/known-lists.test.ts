import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contactFields } from '@customer-center/contract/contact'
import type * as ContactList from '../../master-data/contact/contact-list.repository.ts'
import type { Database } from '../../platform/database/connection.ts'
import { tidyListChanges } from '../../platform/database/list-changes.ts'
import { eventDocumentsOfCaller } from '../../bookings/document/document.repository.ts'
import { invoicesOfCaller } from '../../bookings/invoice/invoice.repository.ts'
import { type TestApp, startApp } from '../../testing/app.ts'
import { authorized, call } from '../../testing/calls.ts'
import { addCompany, addTwin, type TestCompany } from '../../testing/company.ts'
import { testDatabases } from '../../testing/test-database.ts'
import { startListApp } from '../../testing/list-app.ts'
import { seed } from '../../testing/seed.ts'

// Of its own: the memory for sets of fields that all files share may be full.
const ownCopy = '../../master-data/contact/contact-list.repository.ts?own'
const { contactsOfCaller } = (await import(ownCopy)) as typeof ContactList

describe.each(testDatabases())('a list that was given out before, on the $name database', ({ name, open }) => {
  let database: Database
  let server: TestApp
  let own: TestCompany
  let other: TestCompany
  let lists: Awaited<ReturnType<typeof startListApp>>
  let headers: Record<string, string>
  let foreign: Record<string, string>

  beforeAll(async () => {
    database = await open()
    server = await startApp(database)
    own = await addCompany(database.db, 100)
    other = await addCompany(database.db, 200)
    const { addEvent, addParticipation, addScript, addInvoice } = seed(database.db, server.storage)
    await addEvent(1, '2026-01-01')
    await addScript(1)
    await addParticipation(own.users.admin, 1)
    await addInvoice(own.id, 'R-1', '2026-01-01')
    await addInvoice(other.id, 'R-2', '2026-01-01')
    // Each time it is read it gives another number.
    await sql`create sequence reads`.execute(database.db)
    lists = await startListApp(database, {
      sql: `select nextval('reads') || ',' || caller.pvaid`,
      write: (text) => `[${text ?? ''}]`
    })
    headers = await authorized(server.url, own.users.admin)
    foreign = await authorized(server.url, other.users.admin)
  })
  afterAll(async () => {
    await lists.close()
    await server.close()
    await database.close()
  })

  const read = async (who = headers) =>
    (await call<number[]>(lists.url, lists.path, { headers: who })).envelope.responseData

  test('is given again, not read, while nothing has changed', async () => {
    const first = await read()
    expect(first[1]).toBe(own.users.admin.pvaid)
    expect(await read()).toEqual(first)
  })

  test('is read for each caller, and none gets the list of another', async () => {
    const [mine, theirs] = [await read(), await read(foreign)]
    expect([mine[1], theirs[1]]).toEqual([own.users.admin.pvaid, other.users.admin.pvaid])
    expect([await read(), await read(foreign)]).toEqual([mine, theirs])
  })

  test('is read anew when the token has become that of somebody else, of the same company or another', async () => {
    const moving = await authorized(server.url, own.users.shopfull)
    expect((await read(moving))[1]).toBe(own.users.shopfull.pvaid)
    const { family } = await database.db
      .selectFrom('sessions')
      .select('family')
      .where('pvaid', '=', own.users.shopfull.pvaid)
      .executeTakeFirstOrThrow()
    for (const { company, id, pvaid } of [own.users.admin, other.users.shopfull]) {
      await database.db.updateTable('sessions').set({ company, id, pvaid }).where('family', '=', family).execute()
      expect((await read(moving))[1]).toBe(pvaid)
    }
  })

  test.each([
    ['contacts', 'update contacts set sequence_number = 7 where company = 1 and id = 100'],
    [
      'persons',
      `update persons set first_name = 'Eva' from contacts where contact_company = persons.company and contact_id = persons.id and contacts.id = 100`
    ],
    ['shop_users', `update shop_users set email_address = 'x' || email_address where id = 100 and rights = 2`],
    [
      'participations',
      'insert into participations (company, participant_id, id, pvaid, event_id, no) select company, 9, id, pvaid, 1, 1 from contacts where id = 100 limit 1'
    ],
    ['participations', 'delete from participations where participant_id = 9'],
    ['invoices', `update invoices set no = 'R-1a' where id = 100`],
    ['documents', `update documents set file_name = 'x.pdf' where id = 100`],
    ['documents', `update documents set file_name = 'y.pdf' where kind = 'script'`],
    ['events', `update events set caption = 'Neu'`],
    ['invoices', 'truncate invoices']
  ])('is read anew after a change to %s: %s', async (_, change) => {
    const before = await read()
    await database.pool.query(change)
    expect(await read()).not.toEqual(before)
  })

  test('is not read anew for a change that concerns another customer alone, be it another provider’s with the same numbers', async () => {
    await addTwin(database.db, own)
    const before = await read()
    await database.pool.query('update contacts set sequence_number = 8 where id = 200')
    await database.pool.query('update contacts set sequence_number = 8 where company = 2')
    expect(await read()).toEqual(before)
  })

  test('is read anew for every customer after a statement that concerned very many', async () => {
    await database.pool.query(`
      insert into persons (company, id, last_name) select 1, 500000 + n, 'Viele' from generate_series(1, 101) n;
      insert into customers (company, id, number) select 1, 500000 + n, 'V' || n from generate_series(1, 101) n;
      insert into contacts (company, pvaid, id, contact_company, contact_id) select 1, 500000 + n, 500000 + n, 1, 500000 + n from generate_series(1, 101) n`)
    const before = await read()
    const rows = async () => (await database.pool.query<{ id: number }>('select id from list_changes')).rows
    const earlier = (await rows()).length
    await database.pool.query('update contacts set sequence_number = 9 where id > 500000')
    expect((await rows()).length).toBe(earlier + 1)
    expect(await read()).not.toEqual(before)
  })

  // The embedded database lets nobody read beside a transaction.
  test.skipIf(name === 'embedded')('read during a change is read anew when that has been committed', async () => {
    const changing = await database.pool.connect()
    try {
      await changing.query(`begin; update contacts set sequence_number = 10 where id = 100`)
      const before = await read()
      expect(await read()).toEqual(before)
      await changing.query('commit')
      expect(await read()).not.toEqual(before)
    } finally {
      changing.release()
    }
  })

  test('is read anew after the changes have been put together, of which few are left', async () => {
    for (let time = 0; time < 25; time += 1)
      await database.pool.query('update contacts set sequence_number = sequence_number + 1 where id = 100')
    const before = await read()
    await tidyListChanges(database.db)
    const { rows } = await database.pool.query<{ count: string }>(
      'select count(*) from list_changes where company = 1 and id = 100'
    )
    expect(Number(rows[0]?.count)).toBe(1)
    expect(await read()).not.toEqual(before)
  })

  test('is not kept when it is very large, and not while others take its place', async () => {
    const who = await Promise.all(Array.from({ length: 5 }, () => authorized(server.url, own.users.admin)))
    const large = async (signs: number) =>
      startListApp(database, {
        sql: `select nextval('reads') || ',' || repeat('1', ${signs})`,
        write: (text) => `[${text?.split(',')[0] ?? ''}]`.padEnd(signs)
      })
    const first = async (url: string, reader = who[0]) =>
      (await call<number[]>(url, lists.path, reader && { headers: reader })).envelope.responseData[0]
    const [tooLarge, crowded] = [await large(2_100_000), await large(1_900_000)]
    try {
      expect(await first(tooLarge.url)).not.toBe(await first(tooLarge.url))
      const before = await first(crowded.url)
      expect(await first(crowded.url)).toBe(before)
      for (const reader of who.slice(1)) await first(crowded.url, reader)
      expect(await first(crowded.url)).not.toBe(before)
    } finally {
      await tooLarge.close()
      await crowded.close()
    }
  })

  test.each([
    ['contacts', contactsOfCaller([contactFields.lastName.code, contactFields.webshopRights.code])],
    ['documents', eventDocumentsOfCaller],
    ['invoices', invoicesOfCaller]
  ])('reads no table that does not tell its changes: %s', async (_, list) => {
    const { rows } = await database.pool.query<{ 'QUERY PLAN': unknown }>(
      `explain (format json) with caller as (select 1 as company, 100 as id, 1 as pvaid, 1 as rights) select (${list?.sql}) from caller`
    )
    const plan = JSON.stringify(rows)
    const tables = [...new Set(Array.from(plan.matchAll(/"Relation Name":"(\w+)"/g), ([, found]) => found))]
    expect(tables.length).toBeGreaterThan(1)
    for (const table of tables) {
      const { rows: triggers } = await database.pool.query<{ tgname: string }>(
        `select tgname from pg_trigger where tgrelid = '${table}'::regclass and tgname like 'note\\_%'`
      )
      expect([table, triggers.map(({ tgname }) => tgname).toSorted()]).toEqual([
        table,
        ['note_delete', 'note_insert', 'note_truncate', 'note_update']
      ])
    }
  })
})

import { sql } from 'kysely'
import { expect } from 'vitest'
import { imports } from '../../features.ts'
import { runImport } from '../../platform/importing/run/run-import.ts'
import { test as changeTest } from '../../testing/change-fixtures.ts'
import { commandContext } from '../../testing/command-context.ts'
import { openSession } from '../../testing/sessions.ts'
import { eraseCommand } from './erase.command.ts'

const { run } = eraseCommand

const test = changeTest.extend('contentOf', { scope: 'file' }, ({ db }) => async () => {
  const { rows } = await sql<{ content: string }>`
      select (select json_agg(p order by company, id)::text from persons p)
        || (select json_agg(c order by company, pvaid)::text from contacts c)
        || (select json_agg(s order by company, pvaid)::text from shop_users s)
        || (select coalesce(json_agg(a order by id)::text, '') from audit_entries a)
        || (select coalesce(json_agg(s)::text, '') from sessions s) as content`.execute(db)
  return rows[0]?.content ?? ''
})

test('a dry run says what would become of which rows, and writes nothing', async ({ db, newCompany, contentOf }) => {
  const { users, customerNumber } = await newCompany()
  await openSession(db, users.contact)
  const before = await contentOf()
  const input = { customer: customerNumber, contact: String(users.contact.pvaid), company: 1, dryRun: true }
  const { steps, wasLastAdmin } = await run(db, input, commandContext)
  expect(wasLastAdmin).toBe(false)
  expect(steps.map(({ table, action, rows }) => [table, action, rows])).toEqual([
    ['shop_users', 'delete', 1],
    ['sessions', 'delete', 1],
    ['persons', 'anonymise', 1],
    ['contacts', 'anonymise', 1]
  ])
  expect(await contentOf()).toBe(before)
})

test('an erased person is gone but for its row, for good', async ({ db, newCompany, contentOf, readAll, write }) => {
  const { users, customerNumber, id } = await newCompany()
  const { admin, contact } = users
  await db
    .updateTable('persons')
    .set({ first_name: 'Zweifelsfreia', last_name: 'Einzigartig', email_address: 'einzig@firma.example' })
    .where('company', '=', 1)
    .where('id', '=', contact.contactId)
    .execute()
  await write(1, {
    customer_id: id,
    actor_pvaid: admin.pvaid,
    resource: 'contact',
    key: JSON.stringify({ id, pvaid: contact.pvaid }),
    changes: JSON.stringify({ ASP_NACHNAME: { old: 'Frueher', new: 'Einzigartig' } })
  })
  await openSession(db, contact)
  const { external_id: externalId } = await db
    .selectFrom('contacts')
    .select('external_id')
    .where('company', '=', 1)
    .where('pvaid', '=', contact.pvaid)
    .executeTakeFirstOrThrow()
  const { cursor } = await readAll()
  await run(db, { customer: customerNumber, contact: externalId, company: 1, dryRun: false }, commandContext)
  const content = await contentOf()
  for (const trace of ['Zweifelsfreia', 'Einzigartig', 'Frueher', 'einzig@', contact.userName])
    expect(content).not.toContain(trace)
  expect(content).toContain(admin.userName)
  const { changes } = await readAll(cursor)
  expect(changes).toMatchObject([
    { action: 'erase', by: { person: null, key: null }, rows: [{ resource: 'contacts', key: { externalId } }] }
  ])
  async function* rowsOf(value: Record<string, unknown>) {
    yield { line: 1, text: JSON.stringify(value), value }
  }
  const customer = (
    await db
      .selectFrom('customers')
      .select('external_id')
      .where('id', '=', id)
      .where('company', '=', 1)
      .executeTakeFirstOrThrow()
  ).external_id
  for (const [resource, row] of [
    ['contacts', { externalId, customer, lastName: 'Wieder', active: true }],
    ['shop-users', { contact: externalId, emailAddress: 'wieder@firma.example', rights: 1 }]
  ] as const) {
    const request = {
      provider: 1,
      resource,
      mode: 'upsert',
      dryRun: false,
      providerKey: null,
      format: 'ndjson',
      header: null
    } as const
    const summary = await runImport({ db, imports }, { ...request, rows: rowsOf(row) })
    expect(summary).toMatchObject({ refused: 1, created: 0, updated: 0 })
  }
  expect(await contentOf()).not.toMatch(/[Ww]ieder/)
  // A second run does no harm.
  await run(db, { customer: customerNumber, contact: externalId, company: 1, dryRun: false }, commandContext)
})

test('the last admin is told of, and who is not there is named', async ({ db, newCompany, twin }) => {
  const { users, customerNumber } = await newCompany()
  const input = { customer: customerNumber, contact: `1/${users.admin.pvaid}`, company: 1, dryRun: true }
  expect(await run(db, input, commandContext)).toMatchObject({ wasLastAdmin: true })
  await expect(run(db, { ...input, contact: 'nobody' }, commandContext)).rejects.toThrow('has no contact nobody')
  await expect(run(db, { ...input, company: twin.company }, commandContext)).rejects.toThrow('has no contact')
})

test('a customer’s other admins are told that an admin was erased', async ({ db, database, newCompany }) => {
  const { users, customerNumber } = await newCompany()
  const { admin, shopfull } = users
  await db.updateTable('shop_users').set({ rights: 1 }).where('pvaid', '=', shopfull.pvaid).execute()
  const told = async () => {
    const text = `select data from jobs where kind = 'admin-mail' and (data->>'pvaid')::int = $1`
    return (await database.pool.query<{ data: object }>(text, [admin.pvaid])).rows
  }
  const input = { customer: customerNumber, contact: `1/${shopfull.pvaid}`, company: 1 }
  await run(db, { ...input, dryRun: true }, commandContext)
  expect(await told()).toEqual([])
  await run(db, { ...input, dryRun: false }, commandContext)
  expect(await told()).toMatchObject([{ data: { person: shopfull.pvaid, isAdmin: false } }])
  expect(JSON.stringify(await told())).not.toContain(shopfull.userName)
})

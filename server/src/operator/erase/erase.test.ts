import { sql } from 'kysely'
import { expect } from 'vitest'
import type { ImportResourceName } from '@customer-center/contract/import/resources'
import { test as changeTest } from '../../../../testing/server/change-fixtures.ts'
import { commandContext } from '../../../../testing/server/command-context.ts'
import { addOwnContact } from '../../../../testing/server/private-customer.ts'
import { addRows, changeRows, readRow } from '../../../../testing/server/rows.ts'
import { seedRows } from '../../../../testing/server/seed.ts'
import { openSession } from '../../../../testing/server/sessions.ts'
import { imports } from '../../features.ts'
import { runImport } from '../../records/importing/run/run-import.ts'
import { eraseCommand } from './erase.command.ts'

const { run } = eraseCommand

const test = changeTest
  .extend('importRow', { scope: 'file' }, ({ db }) => {
    return async (resource: ImportResourceName, value: Record<string, unknown>) => {
      async function* rows() {
        yield { line: 1, text: JSON.stringify(value), value }
      }
      const how = { mode: 'upsert', providerKey: null, format: 'ndjson', header: null } as const
      return runImport({ db, imports }, { providerId: 1, resource, ...how, rows: rows() })
    }
  })
  /** Reads the tables that may have a trace of the person, as one text. */
  .extend('content', { scope: 'file' }, ({ db }) => async () => {
    const tables = [
      'persons',
      'customers',
      'contacts',
      'invoice_addresses',
      'webinar_links',
      'participations',
      'shop_users',
      'sessions',
      'audit_entries',
      'customer_changes'
    ]
    const texts = tables.map(
      (table) => sql<string>`(select coalesce(json_agg(t order by t::text)::text, '') from ${sql.table(table)} t)`
    )
    const { rows } = await sql<{ content: string }>`select ${sql.join(texts, sql` || `)} as content`.execute(db)
    return rows[0]?.content ?? ''
  })
  .extend('externalIds', { scope: 'file' }, ({ db }) => async (id: number, contactId: number) => {
    const { rows } = await sql<{ customer: string; contact: string }>`
      select k.external_id as customer, c.external_id as contact
      from customers k join contacts c on c.provider_id = k.provider_id and c.customer_id = k.customer_id
      where k.provider_id = 1 and k.customer_id = ${id} and c.contact_id = ${contactId}`.execute(db)
    if (!rows[0]) throw new Error('There is no such contact.')
    return rows[0]
  })

test('a dry run says what would become of which rows, and writes nothing', async ({ db, newCustomer, content }) => {
  const { shopUsers, customerNumber } = await newCustomer()
  await openSession(db, shopUsers.contact)
  const before = await content()
  const input = { customer: customerNumber, contact: String(shopUsers.contact.contactId), providerId: 1, dryRun: true }
  const { steps, wasLastAdmin } = await run(db, input, commandContext)
  expect(wasLastAdmin).toBe(false)
  expect(steps.map(({ table, action, rows }) => [table, action, rows])).toEqual([
    ['shop_users', 'delete', 1],
    ['sessions', 'delete', 1],
    ['persons', 'anonymise', 1],
    ['contacts', 'anonymise', 1]
  ])
  expect(await content()).toBe(before)
})

test('an erased person is gone but for its row, for good', async ({
  db,
  newCustomer,
  content,
  importRow,
  readAll,
  write
}) => {
  const { shopUsers, customerNumber, customerId } = await newCustomer()
  const { admin, contact } = shopUsers
  await changeRows(
    db,
    'persons',
    { provider_id: 1, person_id: contact.personId },
    { first_name: 'Zweifelsfreia', last_name: 'Einzigartig', email_address: 'einzig@firma.example' }
  )
  await write(1, {
    customer_id: customerId,
    actor_contact_id: admin.contactId,
    resource: 'contact',
    key: JSON.stringify({ customerId, contactId: contact.contactId }),
    changes: JSON.stringify({ ASP_NACHNAME: { old: 'Frueher', new: 'Einzigartig' } })
  })
  await openSession(db, contact)
  const { external_id: externalId } = await readRow(db, 'contacts', { provider_id: 1, contact_id: contact.contactId })
  const { cursor } = await readAll()
  await run(db, { customer: customerNumber, contact: externalId, providerId: 1, dryRun: false }, commandContext)
  const left = await content()
  for (const trace of ['Zweifelsfreia', 'Einzigartig', 'Frueher', 'einzig@', contact.userName])
    expect(left).not.toContain(trace)
  expect(left).toContain(admin.userName)
  const { changes } = await readAll(cursor)
  expect(changes).toMatchObject([
    { action: 'erase', by: { person: null, key: null }, rows: [{ resource: 'contacts', key: { externalId } }] }
  ])
  const customer = (await readRow(db, 'customers', { customer_id: customerId, provider_id: 1 })).external_id
  for (const [resource, row] of [
    ['contacts', { externalId, customer, lastName: 'Wieder', active: true }],
    ['shop-users', { contact: externalId, emailAddress: 'wieder@firma.example', rights: 1 }]
  ] as const)
    expect(await importRow(resource, row), resource).toMatchObject({ refused: 1, created: 0, updated: 0 })
  expect(await content()).not.toMatch(/[Ww]ieder/)
  // A second run does no harm.
  await run(db, { customer: customerNumber, contact: externalId, providerId: 1, dryRun: false }, commandContext)
})

test('the last admin is told of, and who is not there is named', async ({ db, newCustomer, twin }) => {
  const { shopUsers, customerNumber } = await newCustomer()
  const input = { customer: customerNumber, contact: `1/${shopUsers.admin.contactId}`, providerId: 1, dryRun: true }
  expect(await run(db, input, commandContext)).toMatchObject({ wasLastAdmin: true })
  await expect(run(db, { ...input, contact: 'nobody' }, commandContext)).rejects.toThrow('has no contact nobody')
  await expect(run(db, { ...input, providerId: twin.providerId }, commandContext)).rejects.toThrow('has no contact')
})

test('a customer’s other admins are told that an admin was erased', async ({ db, database, newCustomer }) => {
  const { shopUsers, customerNumber } = await newCustomer()
  const { admin, shopfull } = shopUsers
  await changeRows(db, 'shop_users', { contact_id: shopfull.contactId }, { rights: 1 })
  const told = async () => {
    const text = `select data from jobs where kind = 'admin-mail' and (data->>'contactId')::int = $1`
    return (await database.pool.query<{ data: object }>(text, [admin.contactId])).rows
  }
  const input = { customer: customerNumber, contact: `1/${shopfull.contactId}`, providerId: 1 }
  await run(db, { ...input, dryRun: true }, commandContext)
  expect(await told()).toEqual([])
  await run(db, { ...input, dryRun: false }, commandContext)
  expect(await told()).toMatchObject([{ data: { person: shopfull.contactId, news: 'lost' } }])
  expect(JSON.stringify(await told())).not.toContain(shopfull.userName)
})

test('an erased one is no customer either', async ({ db, newCustomer, importRow, content, externalIds, readAll }) => {
  const erased = await newCustomer()
  const { customerId, customerNumber } = erased
  const { contactId, userName } = await addOwnContact(db, erased)
  const externalId = await externalIds(customerId, contactId)
  const { customer } = externalId
  await importRow('customers', { externalId: customer, uidNr: 'ATU12345678', additionalName: 'Zusatzeinzig' })
  await importRow('customers', { externalId: customer, homePage: 'https://einzig.example' })
  await importRow('invoice-addresses', {
    externalId: 'A1',
    customer,
    name: 'Einzigartig',
    street: 'Einzigweg 1',
    plz: '1',
    place: 'X'
  })
  const rows = seedRows(db)
  await rows.addWebinar(customerId, 'Einzigwebinar')
  await rows.addEvent(81, '2026-01-10')
  await rows.addParticipation({ customerId, contactId }, 81)
  for (const link of ['https://webinar.example/einzig', 'https://webinar.example/einzig2'])
    await importRow('webinar-links', { externalId: 'L1', customer, caption: 'Webinar', link })

  const { cursor } = await readAll()
  await run(db, { customer: customerNumber, contact: externalId.contact, providerId: 1, dryRun: false }, commandContext)
  const left = await content()
  for (const trace of ['Zweifelsfreia', 'Einzig', 'einzig', 'ATU12345678', userName]) expect(left).not.toContain(trace)
  expect(
    (await readAll(cursor)).changes.filter(({ action }) => action === 'erase').flatMap((one) => one.rows)
  ).toMatchObject([
    { resource: 'contacts', key: { externalId: externalId.contact } },
    { resource: 'customers', key: { externalId: customer } }
  ])

  const back: [ImportResourceName, Record<string, unknown>][] = [
    ['customers', { externalId: customer, name: 'Wieder' }],
    ['contacts', { externalId: externalId.contact, customer, lastName: 'Wieder' }],
    ['invoice-addresses', { externalId: 'A1', customer, name: 'Wieder', street: 'W 1', plz: '1', place: 'X' }],
    ['shop-users', { contact: externalId.contact, emailAddress: 'wieder@firma.example', rights: 1 }]
  ]
  for (const [resource, row] of back)
    expect(await importRow(resource, row), resource).toMatchObject({ refused: 1, created: 0, updated: 0 })
  expect(await content()).not.toMatch(/wieder/i)
})

test('a private customer that is also a contact keeps its name until both go', async ({ db, newCustomer }) => {
  for (const order of ['customer first', 'contact first'] as const) {
    const [own, elsewhere] = [await newCustomer(), await newCustomer()]
    const { contactId } = await addOwnContact(db, own)
    const there = { provider_id: 1, contact_id: elsewhere.customerId + 7, customer_id: elsewhere.customerId }
    await addRows(db, 'contacts', { ...there, person_id: own.customerId })
    const erase = [
      { customer: own.customerNumber, contact: String(contactId) },
      { customer: elsewhere.customerNumber, contact: String(there.contact_id) }
    ]
    const name = async () => {
      const found = db
        .selectFrom('persons')
        .select('last_name')
        .where('provider_id', '=', 1)
        .where('person_id', '=', own.customerId)
      return (await found.executeTakeFirstOrThrow()).last_name
    }
    if (order === 'contact first') erase.reverse()
    for (const [index, input] of erase.entries()) {
      expect((await name()) === 'Einzigartig', `${order} ${index}`).toBe(true)
      await run(db, { ...input, providerId: 1, dryRun: false }, commandContext)
    }
    expect(await name()).not.toBe('Einzigartig')
  }
})

test('a contact that is another customer’s person leaves that customer its name', async ({ db, newCustomer }) => {
  const [own, elsewhere] = [await newCustomer(), await newCustomer()]
  const contactId = elsewhere.customerId + 7
  const there = { provider_id: 1, contact_id: contactId, customer_id: elsewhere.customerId, person_id: own.customerId }
  await db.insertInto('contacts').values(there).execute()
  const input = { customer: elsewhere.customerNumber, contact: String(contactId), providerId: 1, dryRun: false }
  const { steps } = await run(db, input, commandContext)
  expect(steps).toContainEqual(expect.objectContaining({ table: 'persons', action: 'keep' }))
  const found = db
    .selectFrom('persons')
    .select('last_name')
    .where('provider_id', '=', 1)
    .where('person_id', '=', own.customerId)
  expect(await found.executeTakeFirstOrThrow()).toEqual({ last_name: `Firma ${own.customerId}` })
})

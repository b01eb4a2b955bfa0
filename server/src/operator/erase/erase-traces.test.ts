import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { importResources } from '@customer-center/contract/import/resources'
import { commandContext } from '../../../../testing/server/command-context.ts'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { importer } from '../../../../testing/server/imports.ts'
import { addOwnContact } from '../../../../testing/server/private-customer.ts'
import { addRows, changeRows, readRow } from '../../../../testing/server/rows.ts'
import { imports, personalData } from '../../features.ts'
import { copyPerson } from '../../platform/personal-data/person.ts'
import { jobName, queueJob } from '../../platform/queue/job.ts'
import { openRows } from '../../records/importing/read/open-rows.ts'
import { runImport } from '../../records/importing/run/run-import.ts'
import { eraseCommand } from './erase.command.ts'

const { run } = eraseCommand

const test = serverTest
  .extend('erase', { scope: 'file' }, ({ db }) => async ({ providerId, contactId, customerNumber }: TestShopUser) => {
    return run(db, { customer: customerNumber, contact: String(contactId), providerId, dryRun: false }, commandContext)
  })
  /** Every table of the database, as one text. */
  .extend('everything', { scope: 'file' }, ({ db }) => async () => {
    const { rows } = await sql<{ name: string }>`
      select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
    const texts = rows.map(({ name }) => sql`(select coalesce(json_agg(t)::text, '') from ${sql.table(name)} t)`)
    const found = await sql<{ content: string }>`select ${sql.join(texts, sql` || `)} as content`.execute(db)
    return found.rows[0]?.content ?? ''
  })
  .extend('importText', { scope: 'file' }, ({ db }) => async (resource: 'contacts', text: string) => {
    const { fields } = importResources[resource]
    const { rows, header, format } = await openRows(Readable.from([Buffer.from(text)]), { fields })
    return runImport(
      { db, imports },
      { providerId: 1, resource, mode: 'upsert', providerKey: null, format, header, rows }
    )
  })
  /** Requests for a new password in the queue, as `password-reset` has them. */
  .extend('ask', { scope: 'file' }, ({ db }) => async (emailAddress: string, where: object = {}) => {
    return queueJob(db, jobName('password-reset'), { emailAddress, customerNumber: null, ...where })
  })
  .extend('jobsLeft', { scope: 'file' }, ({ db }) => async () => {
    const { rows } = await sql<{
      id: string
    }>`select id::text from jobs where kind like 'password-reset%'`.execute(db)
    return rows.map(({ id }) => id)
  })
  .extend('mailsOf', { scope: 'file' }, ({ db }) => async ({ providerId, contactId }: TestShopUser) => {
    const tables = await copyPerson(db, { providerId, contactId }, personalData, 'all')
    return tables.find(({ name }) => name === 'mails')?.rows.length
  })

test('the erasure leaves the requests of others', async ({ db, newCustomer, twin, ask, erase, jobsLeft, mailsOf }) => {
  const [own, other] = [(await newCustomer()).shopUsers.contact, (await newCustomer()).shopUsers.contact]
  const elsewhere = twin.shopUsers.contact
  const emailAddress = 'gemeinsam@firma.example'
  for (const { providerId, contactId } of [own, other, elsewhere])
    await changeRows(
      db,
      'shop_users',
      { provider_id: providerId, contact_id: contactId },
      { email_address: emailAddress }
    )
  const mine = await ask(emailAddress, { customerNumber: own.customerNumber, providerId: 1 })
  const others = await ask(emailAddress, { customerNumber: other.customerNumber })
  const foreign = await ask(emailAddress, { providerId: elsewhere.providerId })
  const shared = await ask(emailAddress)
  const queued = (name: string, data: object) =>
    queueJob(db, jobName(name), { providerId: 1, contactId: own.contactId, to: emailAddress, ...data })
  await queued('password-reset-mail', { customerNumber: own.customerNumber })
  const mailed = await queued('password-reset-mail', { customerNumber: null })
  expect(await mailsOf(own)).toBe(1)
  expect(await mailsOf(elsewhere)).toBe(0)
  const { steps } = await erase(own)
  expect(steps.filter(({ table }) => table === 'jobs')).toMatchObject([
    { action: 'delete', rows: 2 },
    { action: 'keep', rows: 2, why: expect.stringContaining('others have') }
  ])
  expect((await jobsLeft()).toSorted()).toEqual([others, foreign, shared, mailed].toSorted())
  await erase(other)
  await erase(elsewhere)
  expect(await jobsLeft()).not.toContain(mine)
  expect(await jobsLeft()).toEqual([])
})

test('the name of an erased person, and names and addresses that it had, are in no table any more', async ({
  server,
  db,
  newCustomer,
  importText,
  erase,
  everything
}) => {
  const { shopUsers, customerId } = await newCustomer()
  const { admin, contact } = shopUsers
  const customer = await readRow(db, 'customers', { provider_id: 1, customer_id: customerId })
  const headers = { ...(await server.headersOf(admin)), 'idempotency-key': 'einmal' }
  const created = await server.save(headers, ['POST', '/contact'], {
    ASP_ANREDE: 1,
    ASP_VORNAME: 'Örtrud',
    ASP_NACHNAME: 'Älteste',
    ASP_SHOPEMAIL: 'frueher@firma.example',
    ASP_EMAIL: 'frueher@firma.example',
    ASP_SHOPRECHTE: 3
  })
  expect(created.errors).toEqual([])
  const contactId = Number(created.data?.['ASP_PVAID'])
  const change = { ASP_PVAID: contactId, ASP_NACHNAME: 'Jüngste', ASP_SHOPEMAIL: 'spaeter@firma.example' }
  await server.mustSave(admin, ['PUT', '/contact'], change)
  await changeRows(db, 'contacts', { contact_id: contactId }, { external_id: 'Z-4711' })
  const row = (value: object) => JSON.stringify({ customer: customer.external_id, active: 'vielleicht', ...value })
  const escaped = (text: string) => text.replaceAll(/[^\0-\x7f]/g, (one) => `\\u00${one.codePointAt(0)?.toString(16)}`)
  await importText(
    'contacts',
    [
      row({ externalId: 'N1', firstName: 'ÖRTRUD', lastName: 'JÜNGSTE' }),
      escaped(row({ externalId: 'N2', firstName: 'Örtrud', lastName: 'Älteste' })),
      row({ externalId: 'N3', displayEmail: 'Frueher@Firma.example' }),
      row({ externalId: 'Z-4711', firstName: 'Örtrud', lastName: 'Verheiratet' }),
      row({ externalId: 'N4', firstName: 'Unbeteiligt' })
    ].join('\n')
  )
  await importText(
    'contacts',
    `externalId;customer;firstName;lastName;active\nZ-4711;${customer.external_id};Örtrud;Verheiratet;vielleicht\n`
  )
  // A contact of another customer is the same person, and had another address in a row that no longer names it.
  const elsewhereToo = (await newCustomer()).shopUsers.contact
  await sql`
    update contacts set external_id = 'N5', (provider_id, person_id) = (
      select provider_id, person_id from contacts where provider_id = 1 and contact_id = ${contactId})
    where provider_id = 1 and contact_id = ${elsewhereToo.contactId}`.execute(db)
  await importText('contacts', JSON.stringify({ externalId: 'N5', eMailAddress: 'anders@firma.example' }))
  await sql`update contacts set external_id = 'N6' where provider_id = 1 and contact_id = ${elsewhereToo.contactId}`.execute(
    db
  )
  await addRows(db, 'audit_entries', {
    provider_id: 1,
    customer_id: customerId,
    action: 'update',
    resource: 'orders',
    key: JSON.stringify({ providerId: 1, no: 1 }),
    changes: JSON.stringify({ orderedFrom: { old: 'Örtrud Älteste', new: 'Örtrud Jüngste' } })
  })
  await addRows(db, 'server_functions', {
    job_id: '00000000-0000-4000-8000-000000000001',
    provider_id: 1,
    customer_id: customerId,
    contact_id: contact.contactId,
    name: 'Evaluation',
    parameter: 'interfaceId=1',
    caption: 'Auswertung über Örtrud Jüngste',
    request_hash: 'x',
    letter_number: 'x'
  })
  const traces = /örtrud|\\u00d6rtrud|älteste|jüngste|verheiratet|frueher@|spaeter@/i
  expect(await everything()).toMatch(traces)
  await erase(elsewhereToo)
  const { elsewhere } = await erase({ ...contact, contactId })
  const left = await everything()
  expect(left.slice(Math.max(0, left.search(traces) - 200)).match(traces)).toBeNull()
  expect(left).toContain('Unbeteiligt')
  expect(left).toContain(admin.userName)
  for (const place of ['backups', 'invoices', 'mails', 'imported', 'webhooks'])
    expect(elsewhere.join()).toContain(place)
})

test('the erasure finds what a person has left with a former customer, and only the provider copies it', async ({
  db,
  erase,
  everything,
  newCustomer,
  seed,
  server
}) => {
  const [from, to] = [await newCustomer(), await newCustomer()]
  const { admin, contact } = from.shopUsers
  const owner = { provider_id: 1, customer_id: from.customerId, contact_id: contact.contactId }
  const named = { ASP_PVAID: contact.contactId, ASP_VORNAME: 'Wandrine', ASP_NACHNAME: 'Wechsler' }
  await server.mustSave(admin, ['PUT', '/contact'], named)
  await seed.addEvent(from.customerId, '2026-01-10')
  const { providerId, customerId, contactId } = contact
  await seed.addParticipation({ customerId, contactId }, from.customerId)
  await addRows(db, 'audit_entries', {
    provider_id: providerId,
    customer_id: from.customerId,
    action: 'update',
    resource: 'orders',
    key: JSON.stringify({ no: 1 }),
    changes: JSON.stringify({ orderedFrom: { old: null, new: 'Wandrine Wechsler' } })
  })
  const old = { no: from.customerId, registered_at: new Date('1999-01-01'), ordered_from: 'Wandrine Wechsler' }
  await addRows(db, 'orders', {
    provider_id: 1,
    customer_id: from.customerId,
    ordered_by_contact_id: contactId,
    ...old
  })
  await addRows(db, 'server_functions', {
    ...owner,
    contact_id: admin.contactId,
    job_id: '00000000-0000-4000-8000-000000000002',
    name: 'StandardLetter',
    parameter: '',
    caption: 'Bestätigung für Wandrine Wechsler',
    request_hash: 'x',
    letter_number: 'x'
  })
  await importer(db, 1)('contacts', [{ externalId: contact.externalId, customer: to.customerNumber }])
  const copied = async (of: 'present' | 'all') => {
    const tables = await copyPerson(db, { providerId, contactId }, personalData, of)
    const some = ['formerCustomers', 'participations', 'orders']
    return tables.flatMap(({ name, rows }) => (some.includes(name) ? [[name, rows.length]] : []))
  }
  expect([await copied('present'), await copied('all')]).toEqual([
    [
      ['participations', 0],
      ['orders', 0]
    ],
    [
      ['formerCustomers', 1],
      ['participations', 1],
      ['orders', 1]
    ]
  ])
  expect(await everything()).toMatch(/wandrine|wechsler/i)
  await erase({ ...contact, customerNumber: to.customerNumber })
  const left = await everything()
  expect(left.slice(Math.max(0, left.search(/wandrine|wechsler/i) - 200)).match(/wandrine|wechsler/i)).toBeNull()
})

test('the erasure of a private customer whose contact has gone to a company is that of the customer, too', async ({
  db,
  erase,
  everything,
  newCustomer
}) => {
  const [from, to] = [await newCustomer(), await newCustomer()]
  const own = await addOwnContact(db, from)
  await changeRows(
    db,
    'persons',
    { provider_id: 1, person_id: from.customerId },
    { first_name: 'Solveig', last_name: 'Freyding' }
  )
  await addRows(db, 'invoice_addresses', {
    provider_id: 1,
    customer_id: from.customerId,
    no: 1,
    name: 'Solveig Freyding',
    street: 'Weg 1',
    plz: '1010',
    place: 'Wien'
  })
  const { refused } = await importer(db, 1)('contacts', [{ externalId: own.externalId, customer: to.customerNumber }])
  expect(refused).toEqual([])
  expect(await everything()).toContain('Freyding')
  await erase({ ...own, customerNumber: to.customerNumber })
  expect(await everything()).not.toContain('Freyding')
  const { rows } = await sql<{ resource: string; customer: number }>`
    select resource, customer_id as customer from audit_entries where action = 'erase' and key->>'customerId' in (
      ${String(from.customerId)}, ${String(to.customerId)}) order by id`.execute(db)
  const again = await importer(db, 1)('customers', [{ externalId: from.customerNumber, lastName: 'Freyding' }])
  expect(again.refused).toMatchObject([{ sentence: expect.stringContaining('a person who was erased') as string }])
  const addresses = await importer(db, 1)('invoice-addresses', [
    { externalId: 'A-Freyding', customer: from.customerNumber, name: 'Freyding', street: 'Weg 1', plz: '1', place: 'X' }
  ])
  expect(addresses.counts).toMatchObject({ created: 0, refused: 1 })
  expect(rows).toEqual([
    { resource: 'contact', customer: to.customerId },
    { resource: 'customer', customer: from.customerId }
  ])
})

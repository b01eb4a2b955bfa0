import { expect } from 'vitest'
import { call } from '../../../../../testing/server/calls.ts'
import { test as serverTest } from '../../../../../testing/server/fixtures.ts'
import { importer } from '../../../../../testing/server/imports.ts'
import { addOwnContact } from '../../../../../testing/server/private-customer.ts'
import { changeRows, readRow } from '../../../../../testing/server/rows.ts'

const test = serverTest
  .extend('run', { scope: 'file' }, ({ db, own }) => importer(db, own.providerId))
  .extend('saveOwn', { scope: 'file' }, ({ server, own }) => async (data: Record<string, string>) => {
    const headers = { ...(await server.headersOf(own.shopUsers.admin)), 'content-type': 'application/json' }
    const body = JSON.stringify({ data })
    expect((await call(server.url, '/customer', { method: 'PUT', headers, body })).status).toBe(200)
  })
  .extend('stored', { scope: 'file' }, ({ db, own }) => async () => {
    return readRow(db, 'persons', { person_id: own.customerId })
  })
  .extend('named', { scope: 'file' }, ({ own }) => own.customerNumber)

test('what a customer has changed stays, and is reported', async ({ run, saveOwn, stored, named: externalId }) => {
  await saveOwn({ KND_ORT: 'Graz' })
  const other = await run('customers', [{ externalId, place: 'Linz', street: 'Gasse 2' }])
  expect(other.counts).toMatchObject({ updated: 1, conflicts: 1, refused: 0 })
  expect(other.refused).toMatchObject([
    {
      line: 1,
      kind: 'conflict',
      field: 'place',
      value: 'Linz',
      sentence: 'A customer has changed place meanwhile: the customer’s value stays.'
    }
  ])
  expect(await stored()).toMatchObject({ place: 'Graz', street: 'Gasse 2' })
  expect((await run('customers', [{ externalId, place: 'Graz' }])).counts).toMatchObject({ unchanged: 1, conflicts: 0 })
  expect((await run('customers', [{ externalId, place: 'Linz' }])).counts).toMatchObject({ updated: 1, conflicts: 0 })
  expect(await stored()).toMatchObject({ place: 'Linz' })
})

test('where the provider leads its value is written', async ({ run, saveOwn, stored, named: externalId }) => {
  await saveOwn({ KND_ORT: 'Wels' })
  const lead = { customers: 'provider' } as const
  expect((await run('customers', [{ externalId, place: 'Enns' }], { lead })).counts).toMatchObject({ conflicts: 1 })
  expect(await stored()).toMatchObject({ place: 'Enns' })
  expect((await run('customers', [{ externalId, place: 'Traun' }], { lead })).counts).toMatchObject({ conflicts: 0 })
})

test('where the last one leads the time of the row decides', async ({ run, saveOwn, stored, named: externalId }) => {
  const lead = { customers: 'last' } as const
  await saveOwn({ KND_ORT: 'Melk' })
  const row = (changedAt: string | undefined) => ({ externalId, place: 'Krems', ...(changedAt && { changedAt }) })
  await run('customers', [row(undefined)], { lead })
  await run('customers', [row('2020-01-01T00:00:00Z')], { lead })
  expect(await stored()).toMatchObject({ place: 'Melk' })
  await run('customers', [row(new Date(Date.now() + 60_000).toISOString())], { lead })
  expect(await stored()).toMatchObject({ place: 'Krems' })
})

test('of a private customer what one form changes stays', async ({ server, newCustomer, db, run }) => {
  const user = await addOwnContact(db, await newCustomer())
  await changeRows(db, 'persons', { person_id: user.customerId }, { place: null })
  const customer = { externalId: user.customerNumber, street: 'Alte Gasse 1' }
  const contact = { externalId: user.externalId, place: 'Alt' }
  await run('customers', [customer])
  await run('contacts', [contact])
  await server.save(user, ['PUT', '/contact'], { ASP_PVAID: user.contactId, ASP_STRASSE: 'Neue Gasse 2' })
  await server.save(user, ['PUT', '/customer'], { KND_ORT: 'Neu' })
  for (const night of [1, 2])
    for (const [resource, row, field] of [
      ['customers', customer, 'street'],
      ['contacts', contact, 'place']
    ] as const) {
      const { counts, refused } = await run(resource, [row])
      expect(counts, `night ${night}`).toMatchObject({ updated: 0, conflicts: 1 })
      expect(refused).toMatchObject([
        { field, kind: 'conflict', sentence: expect.stringContaining('A customer has') as string }
      ])
    }
  const place = await db
    .selectFrom('persons')
    .select(['place', 'street'])
    .where('person_id', '=', user.customerId)
    .executeTakeFirst()
  expect(place).toEqual({ place: 'Neu', street: 'Neue Gasse 2' })
  // A value that was sent back counts for that row again.
  await run('contacts', [{ ...contact, place: 'Neu' }])
  expect((await run('contacts', [contact])).counts).toMatchObject({ updated: 1, conflicts: 0 })
})

test('of a customer that is a contact, too, its form counts', async ({ server, newCustomer, db, run }) => {
  const { shopUsers, customerId } = await newCustomer()
  const { customerNumber: customer } = await newCustomer()
  await changeRows(db, 'persons', { person_id: customerId }, { place: null })
  const row = { externalId: `OTHER-${customerId}`, place: 'Alt' }
  await run('contacts', [{ ...row, customer, personNo: customerId, lastName: 'Huber' }])
  await server.save(shopUsers.admin, ['PUT', '/customer'], { KND_ORT: 'Neu' })
  expect((await run('contacts', [row])).counts).toMatchObject({ updated: 0, conflicts: 1 })
  expect(await db.selectFrom('persons').select('place').where('person_id', '=', customerId).executeTakeFirst()).toEqual(
    {
      place: 'Neu'
    }
  )
})

test('an own address of the profile is one of the contact', async ({ server, newCustomer, run }) => {
  const { contact } = (await newCustomer()).shopUsers
  const row = { externalId: contact.externalId, eMailAddress: contact.userName }
  await run('contacts', [row])
  const own = { WSU_EMAIL: `neu-${contact.userName}` }
  await server.mustSave(contact, ['PUT', '/webshopuser'], own)
  expect((await run('contacts', [row])).counts).toMatchObject({ updated: 0, conflicts: 1 })
})

test('where the last one leads the later change counts', async ({ server, newCustomer, db, run }) => {
  const { admin, contact } = (await newCustomer()).shopUsers
  const { contactId } = contact
  const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000)
  await server.mustSave(admin, ['PUT', '/contact'], {
    ASP_PVAID: contactId,
    ASP_SHOPEMAIL: `admin-${contact.userName}`
  })
  await changeRows(db, 'customer_changes', { row_key: String(contactId) }, { changed_at: hours(2) })
  await server.mustSave(contact, ['PUT', '/webshopuser'], { WSU_EMAIL: `own-${contact.userName}` })
  const row = {
    contact: contact.externalId,
    emailAddress: `erp-${contact.userName}`,
    changedAt: hours(1).toISOString()
  }
  const { refused } = await run('shop-users', [row], { lead: { 'shop-users': 'last' } })
  expect(refused).toMatchObject([
    { field: 'emailAddress', sentence: expect.stringContaining('the customer’s value stays') as string }
  ])
})

import { expect } from 'vitest'
import type { TestShopUser } from '../../../../testing/server/customer.ts'
import { test } from '../../../../testing/server/document-job-fixtures.ts'
import { addOwnContact } from '../../../../testing/server/private-customer.ts'
import { changeRows } from '../../../../testing/server/rows.ts'

type Copy = Record<string, Record<string, unknown>[]>

test('the copy of a private customer has both roles', async ({ customer, db, seed, server, documentJobs, work }) => {
  await work()
  const { customerId, shopUsers } = customer
  const person = await addOwnContact(db, customer)
  await seed.addWebinar(customerId, 'Für alle des Kunden')
  await seed.addOrder(customer, 8001, '2026-03-01T10:00:00Z', 'Zweifelsfreia Einzigartig')
  await seed.addOrder(customer, 8002, '2026-03-02T10:00:00Z', 'Berta Andere')
  await changeRows(db, 'orders', { provider_id: 1, no: 8002 }, { ordered_by_contact_id: shopUsers.shopfull.contactId })
  await seed.addInvoice(customerId, 'R-8001', '2026-03-03')
  const address = {
    provider_id: 1,
    customer_id: customerId,
    no: 1,
    type: 3,
    name: 'Einzigartig',
    street: 'Ring 1',
    plz: '4600',
    place: 'Wels'
  }
  await db.insertInto('invoice_addresses').values(address).execute()
  await changeRows(db, 'customers', { provider_id: 1, customer_id: customerId }, { uid_nr: 'ATU12345678' })

  const copyOf = async (user: TestShopUser) =>
    (await documentJobs.made(await server.headersOf(user), 'DataCopy', 'format=JSON')).toString()
  const text = await copyOf(person)
  const copy = JSON.parse(text) as Copy
  expect(copy['person']).toMatchObject([{ firstName: 'Zweifelsfreia', lastName: 'Einzigartig' }])
  expect(copy['customer']).toMatchObject([{ number: customer.customerNumber, uidNr: 'ATU12345678' }])
  expect(copy['invoiceAddresses']).toMatchObject([{ name: 'Einzigartig', place: 'Wels' }])
  expect(copy['invoices']).toMatchObject([{ number: 'R-8001' }])
  expect(copy['webinars']).toMatchObject([{ webinar: 'Für alle des Kunden' }])
  expect(copy['orders']).toMatchObject([
    { number: 8002, orderedFrom: null },
    { number: 8001, orderedFrom: 'Zweifelsfreia Einzigartig' }
  ])
  expect(text).not.toContain('Berta')

  // The customer's other contacts get none of that.
  const other = JSON.parse(await copyOf(shopUsers.contact)) as Copy
  for (const name of ['customer', 'invoiceAddresses', 'invoices', 'webinars', 'orders']) expect(other[name]).toEqual([])
  expect(JSON.stringify(other)).not.toContain('Einzigartig')
})

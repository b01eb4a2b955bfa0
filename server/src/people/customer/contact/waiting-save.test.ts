// On PostgreSQL alone: the embedded database has one connection, so that no two transactions are at work at once.

import { expect, onTestFinished, vi } from 'vitest'
import { BusinessError } from '@customer-center/contract/envelope'
import { test } from '../../../../../testing/server/contact-fixtures.ts'
import { importer } from '../../../../../testing/server/imports.ts'
import { waiting } from '../../../../../testing/server/row-locks.ts'
import { changeRows, readRow } from '../../../../../testing/server/rows.ts'

test('what decides who may log in waits for a save that is under way', async ({ newCustomer, database, saves }) => {
  const { admin, none } = (await newCustomer()).shopUsers
  const headers = await saves.sessionOf(admin)
  const other = await database.pool.connect()
  onTestFinished(() => other.release(true))
  await other.query('begin')
  await other.query('update contacts set version = version + 1 where provider_id = 1 and contact_id = $1', [
    none.contactId
  ])
  const saving = saves.put(admin, none, { ASP_AKTIV: false }, headers)
  await vi.waitFor(async () => expect(await waiting(database)).toBe(1), { timeout: 60_000 })
  await other.query('commit')
  expect((await saving).data).toMatchObject({ VERSION: 3 })
})

test('a save of a private customer that is stale leaves the company', async ({ newCustomer, database, saves }) => {
  const { shopUsers, customerId } = await newCustomer()
  const headers = await saves.sessionOf(shopUsers.admin)
  await changeRows(database.db, 'contacts', { contact_id: shopUsers.none.contactId }, { person_id: customerId })
  const other = await database.pool.connect()
  onTestFinished(() => other.release(true))
  await other.query('begin')
  await other.query('update customers set version = version + 1 where provider_id = 1 and customer_id = $1', [
    customerId
  ])
  await other.query('update contacts set version = version + 1 where provider_id = 1 and contact_id = $1', [
    shopUsers.none.contactId
  ])
  const saving = saves.put(shopUsers.admin, shopUsers.none, { ASP_ORT: 'Graz', VERSION: 1 }, headers)
  await vi.waitFor(async () => expect(await waiting(database)).toBe(1), { timeout: 60_000 })
  await other.query('commit')
  expect((await saving).code).toBe(BusinessError.staleData)
  const { version } = await readRow(database.db, 'customers', { provider_id: 1, customer_id: customerId })
  expect(version).toBe(2)
})

for (const isWritten of [true, false])
  test(`an import that makes a person another contact, too, keeps what a save under way writes, ${isWritten ? 'after' : 'before'} it has`, async ({
    newCustomer,
    database
  }) => {
    const [{ shopUsers }, { providerId, customerNumber: customer }] = [await newCustomer(), await newCustomer()]
    const { contactId } = shopUsers.none
    const { person_id: personId } = await readRow(database.db, 'contacts', { contact_id: contactId })
    const person = database.db.selectFrom('persons').select('place').where('person_id', '=', personId)
    await changeRows(database.db, 'persons', { person_id: personId }, { place: null })
    const other = await database.pool.connect()
    onTestFinished(() => other.release(true))
    const write = () =>
      other.query("update persons set place = 'Graz' where provider_id = 1 and person_id = $1", [personId])
    await other.query('begin')
    // Of two that wait for each other, this one is given up.
    await other.query("set local deadlock_timeout = '10ms'")
    await other.query('update contacts set version = version + 1 where provider_id = 1 and contact_id = $1', [
      contactId
    ])
    if (isWritten) await write()
    const row = { externalId: `NAMED-${customer}`, customer, personNo: personId, lastName: 'Huber', place: 'Wels' }
    const importing = importer(database.db, providerId)('contacts', [row])
    await vi.waitFor(async () => expect(await waiting(database)).toBe(1), { timeout: 60_000 })
    if (!isWritten) await write()
    await other.query('commit')
    expect((await importing).refused).toContainEqual(
      expect.objectContaining({ field: 'place', stored: 'Graz', kind: 'conflict' })
    )
    expect(await person.executeTakeFirst()).toEqual({ place: 'Graz' })
  })

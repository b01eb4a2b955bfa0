import { expect } from 'vitest'
import { Right } from '@customer-center/contract/rights'
import { importer } from '../../../../testing/server/imports.ts'
import { test } from '../../../../testing/server/mail-fixtures.ts'

test('a mail about a new admin is dropped when the contact has gone to another customer, whose admins get one', async ({
  db,
  idle,
  mailServer,
  newCustomer
}) => {
  const [from, to] = [await newCustomer(), await newCustomer()]
  const { contact } = from.shopUsers
  const { externalId, userName } = contact
  // The workers see both at once.
  await db.transaction().execute(async (trx) => {
    const run = importer(trx, contact.providerId)
    await run('shop-users', [{ contact: externalId, emailAddress: userName, rights: Right.admin }])
    await run('contacts', [{ externalId, customer: to.customerNumber }])
  })
  await idle()
  const told = mailServer.arrived.map(({ recipients, mail: { text = '' } }) => [recipients, text.includes(userName)])
  expect(told).toEqual([[[to.shopUsers.admin.userName], true]])
})

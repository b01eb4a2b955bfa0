import { Right } from '@customer-center/contract/rights'
import type { Db } from '../../server/src/platform/database/query.ts'
import type { TestCustomer, TestShopUser } from './customer.ts'

/** Adds the contact of a private customer: customer, person and contact in one, and its admin. */
export async function addOwnContact(
  db: Db,
  { providerId, customerId, customerNumber }: TestCustomer
): Promise<TestShopUser> {
  const contactId = customerId + 7
  const externalId = `A${contactId}`
  const userName = `privat@firma-${customerId}.example`
  await db
    .updateTable('persons')
    .set({ first_name: 'Zweifelsfreia', last_name: 'Einzigartig', salutation: 1 })
    .where('provider_id', '=', providerId)
    .where('person_id', '=', customerId)
    .execute()
  const contact = {
    provider_id: providerId,
    contact_id: contactId,
    customer_id: customerId,
    person_id: customerId,
    external_id: externalId
  }
  await db.insertInto('contacts').values(contact).execute()
  const shopUser = {
    provider_id: providerId,
    customer_id: customerId,
    contact_id: contactId,
    email_address: userName,
    rights: Right.admin
  }
  await db.insertInto('shop_users').values(shopUser).execute()
  return {
    providerId,
    customerId,
    contactId,
    personId: customerId,
    externalId,
    right: 'admin',
    customerNumber,
    userName
  }
}

import { Right } from '@customer-center/contract/rights'
import type { Db } from '../../server/src/platform/database/query.ts'
import type { TestCompany, TestUser } from './company.ts'

/** Adds the contact of a private customer: customer, person and contact in one, and its admin. */
export async function addOwnContact(db: Db, { company, id, customerNumber }: TestCompany): Promise<TestUser> {
  const pvaid = id + 7
  const externalId = `A${pvaid}`
  const userName = `privat@firma-${id}.example`
  await db
    .updateTable('persons')
    .set({ first_name: 'Zweifelsfreia', last_name: 'Einzigartig', salutation: 1 })
    .where('provider_id', '=', company)
    .where('person_id', '=', id)
    .execute()
  const contact = {
    provider_id: company,
    contact_id: pvaid,
    customer_id: id,
    person_id: id,
    external_id: externalId
  }
  await db.insertInto('contacts').values(contact).execute()
  const shopUser = {
    provider_id: company,
    customer_id: id,
    contact_id: pvaid,
    email_address: userName,
    rights: Right.admin
  }
  await db.insertInto('shop_users').values(shopUser).execute()
  return { company, id, pvaid, personId: id, externalId, right: 'admin', customerNumber, userName }
}

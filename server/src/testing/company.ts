import type { Kysely } from 'kysely'
import { Right, type RightName, rightNames } from '@customer-center/contract/rights'
import type { Tables } from '../platform/database/tables.ts'
import { hashPassword } from '../account/session/passwords.ts'

/** Every test user's password. */
export const testPassword = 'Geheim-4711'

let passwordHash: Promise<string> | undefined

export interface TestUser {
  readonly company: number
  readonly id: number
  readonly pvaid: number
  readonly contactId: number
  readonly right: RightName
  readonly customerNumber: string
  /** E-mail address and user name. */
  readonly userName: string
}

export interface TestCompany {
  readonly company: number
  readonly id: number
  readonly customerNumber: string
  /** One contact with a shop user for each right. */
  readonly users: Readonly<Record<RightName, TestUser>>
}

async function addPerson(db: Kysely<Tables>, company: number, id: number, lastName: string): Promise<void> {
  const nothing = { person_number: null, salutation: 1, title: null, post_nominal_title: null, jobtitle: null }
  const address = {
    street: 'Ring 1',
    plz: '1010',
    place: 'Wien',
    phone_number: null,
    tele_fax: null,
    email_address: null
  }
  await db
    .insertInto('persons')
    .values({ company, id, first_name: 'Anna', last_name: lastName, ...nothing, ...address })
    .execute()
}

const noCompareFields = {
  compare_field1: null,
  compare_field2: null,
  compare_field3: null,
  compare_field4: null,
  compare_field5: null,
  compare_field6: null,
  compare_field7: null,
  compare_field8: null,
  compare_field9: null,
  compare_field10: null,
  compare_field11: null,
  compare_field12: null,
  compare_field13: null,
  compare_field14: null
}

/**
 * A customer with one contact for each right, all with `testPassword`. `id` is the customer's number; persons and contacts are
 * numbered from `id` on (`id` + 1 for none, + 2 for admin …). The provider's company is made when it is not there.
 */
export async function addCompany(db: Kysely<Tables>, id: number, company = 1): Promise<TestCompany> {
  passwordHash ??= hashPassword(testPassword)
  const password_hash = await passwordHash
  const customerNumber = `K${id}`
  await db
    .insertInto('providers')
    .values({ company, name: 'Akademie' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await addPerson(db, company, id, `Firma ${id}`)
  await db
    .insertInto('customers')
    .values({
      company,
      id,
      number: customerNumber,
      pvaid: null,
      additional_name: null,
      uid_nr: null,
      home_page: null,
      ...noCompareFields
    })
    .execute()
  const users = {} as Record<RightName, TestUser>
  for (const right of rightNames) {
    const pvaid = id + 1 + Right[right]
    const userName = `${right}@firma-${id}.example`
    await addPerson(db, company, pvaid, right)
    await db
      .insertInto('contacts')
      .values({
        company,
        pvaid,
        id,
        contact_company: company,
        contact_id: pvaid,
        custom_field16: null,
        custom_field17: null,
        display_email: userName
      })
      .execute()
    await db
      .insertInto('shop_users')
      .values({
        company,
        pvaid,
        id,
        email_address: userName,
        rights: Right[right],
        password_hash,
        password_expires_at: null
      })
      .execute()
    users[right] = { company, id, pvaid, contactId: pvaid, right, customerNumber, userName }
  }
  return { company, id, customerNumber, users }
}

/** A customer of provider 2 whose customer, persons and contacts have the same numbers as `company`'s; it logs in with another customer number. */
export async function addTwin(db: Kysely<Tables>, { id }: TestCompany): Promise<TestCompany> {
  const twin = await addCompany(db, id, 2)
  const customerNumber = `Z${id}`
  await db
    .updateTable('customers')
    .set({ number: customerNumber })
    .where('company', '=', 2)
    .where('id', '=', id)
    .execute()
  const users = Object.fromEntries(
    Object.entries(twin.users).map(([right, user]) => [right, { ...user, customerNumber }])
  ) as Record<RightName, TestUser>
  return { ...twin, customerNumber, users }
}

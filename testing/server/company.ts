import { Right, type RightName, rightNames } from '@customer-center/contract/rights'
import { hashPassword } from '../../server/src/account/password/passwords.ts'
import type { Db } from '../../server/src/platform/database/query.ts'

export const testPassword = 'Geheim-4711'

let passwordHash: Promise<string> | undefined

export interface TestUser {
  readonly company: number
  readonly id: number
  readonly pvaid: number
  readonly personId: number
  /** The provider's key of the contact. */
  readonly externalId: string
  readonly right: RightName
  readonly customerNumber: string
  /** The e-mail address, which is the user name. */
  readonly userName: string
}

export interface TestCompany {
  readonly company: number
  readonly id: number
  readonly customerNumber: string
  readonly users: Readonly<Record<RightName, TestUser>>
}

const person = { salutation: 1, first_name: 'Anna', street: 'Ring 1', plz: '1010', place: 'Wien' }

const completeProvider = { name: 'Akademie', street: 'Kai 1', plz: '1020', place: 'Wien', signatory: 'Dr. Eva Berg' }

/**
 * Adds a customer with one contact for each right, all with `testPassword`. `id` is the customer's number; persons and
 * contacts are numbered from `id` on (`id` + 1 for none, + 2 for admin …). The provider's keys are `K` and the number of
 * the customer, `A` and the number of a contact. The provider's company is made when it is not there.
 */
export async function addCompany(db: Db, id: number, company = 1): Promise<TestCompany> {
  passwordHash ??= hashPassword(testPassword)
  const password_hash = await passwordHash
  const customerNumber = `K${id}`
  const all = rightNames.map((right): TestUser => {
    const pvaid = id + 1 + Right[right]
    const userName = `${right}@firma-${id}.example`
    return { company, id, pvaid, personId: pvaid, externalId: `A${pvaid}`, right, customerNumber, userName }
  })
  await db
    .insertInto('providers')
    .values({ provider_id: company, ...completeProvider })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const names = [[id, `Firma ${id}`] as const, ...all.map(({ pvaid, right }) => [pvaid, right] as const)]
  await db
    .insertInto('persons')
    .values(names.map(([number, last_name]) => ({ ...person, provider_id: company, person_id: number, last_name })))
    .execute()
  await db
    .insertInto('customers')
    .values({ provider_id: company, customer_id: id, number: customerNumber, external_id: customerNumber })
    .execute()
  const contact = { provider_id: company, customer_id: id }
  await db
    .insertInto('contacts')
    .values(
      all.map(({ pvaid, externalId, userName }) => ({
        ...contact,
        contact_id: pvaid,
        person_id: pvaid,
        external_id: externalId,
        display_email: userName
      }))
    )
    .execute()
  const shopUser = { provider_id: company, customer_id: id, password_hash }
  await db
    .insertInto('shop_users')
    .values(
      all.map(({ pvaid, right, userName }) => ({
        ...shopUser,
        contact_id: pvaid,
        email_address: userName,
        rights: Right[right]
      }))
    )
    .execute()
  const users = Object.fromEntries(all.map((user) => [user.right, user])) as Record<RightName, TestUser>
  return { company, id, customerNumber, users }
}

/**
 * Adds a customer of provider 2 whose customer, persons and contacts have the same numbers as `company`'s; it logs in
 * with another customer number.
 */
export async function addTwin(db: Db, { id }: TestCompany): Promise<TestCompany> {
  const twin = await addCompany(db, id, 2)
  const customerNumber = `Z${id}`
  await db
    .updateTable('customers')
    .set({ number: customerNumber })
    .where('provider_id', '=', 2)
    .where('customer_id', '=', id)
    .execute()
  const users = Object.fromEntries(
    Object.entries(twin.users).map(([right, user]) => [right, { ...user, customerNumber }])
  ) as Record<RightName, TestUser>
  return { ...twin, customerNumber, users }
}

import { Right, type RightName, rightNames } from '@customer-center/contract/rights'
import { hashPassword } from '../../server/src/account/password/passwords.ts'
import type { Db } from '../../server/src/platform/database/query.ts'

export const testPassword = 'Geheim-4711'

let passwordHash: Promise<string> | undefined

export interface TestShopUser {
  readonly providerId: number
  readonly customerId: number
  readonly contactId: number
  readonly personId: number
  /** The provider's key of the contact. */
  readonly externalId: string
  readonly right: RightName
  readonly customerNumber: string
  /** The e-mail address, which is the user name. */
  readonly userName: string
}

export interface TestCustomer {
  readonly providerId: number
  readonly customerId: number
  readonly customerNumber: string
  readonly shopUsers: Readonly<Record<RightName, TestShopUser>>
}

const person = { salutation: 1, first_name: 'Anna', street: 'Ring 1', plz: '1010', place: 'Wien' }

const completeProvider = { name: 'Akademie', street: 'Kai 1', plz: '1020', place: 'Wien', signatory: 'Dr. Eva Berg' }

/**
 * Adds a customer with one contact for each right, all with `testPassword`. Persons and contacts are numbered
 * from `customerId` on (+ 1 for none, + 2 for admin …). The provider's keys are `K` and the number of
 * the customer, `A` and the number of a contact. The provider's company is made when it is not there.
 */
export async function addCustomer(db: Db, customerId: number, providerId = 1): Promise<TestCustomer> {
  passwordHash ??= hashPassword(testPassword)
  const password_hash = await passwordHash
  const customerNumber = `K${customerId}`
  const all = rightNames.map((right): TestShopUser => {
    const contactId = customerId + 1 + Right[right]
    const userName = `${right}@firma-${customerId}.example`
    return {
      providerId,
      customerId,
      contactId,
      personId: contactId,
      externalId: `A${contactId}`,
      right,
      customerNumber,
      userName
    }
  })
  await db
    .insertInto('providers')
    .values({ provider_id: providerId, ...completeProvider })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const names = [
    [customerId, `Firma ${customerId}`] as const,
    ...all.map(({ contactId, right }) => [contactId, right] as const)
  ]
  await db
    .insertInto('persons')
    .values(names.map(([number, last_name]) => ({ ...person, provider_id: providerId, person_id: number, last_name })))
    .execute()
  await db
    .insertInto('customers')
    .values({ provider_id: providerId, customer_id: customerId, number: customerNumber, external_id: customerNumber })
    .execute()
  const contact = { provider_id: providerId, customer_id: customerId }
  await db
    .insertInto('contacts')
    .values(
      all.map(({ contactId, externalId, userName }) => ({
        ...contact,
        contact_id: contactId,
        person_id: contactId,
        external_id: externalId,
        display_email: userName
      }))
    )
    .execute()
  const shopUser = { provider_id: providerId, customer_id: customerId, password_hash }
  await db
    .insertInto('shop_users')
    .values(
      all.map(({ contactId, right, userName }) => ({
        ...shopUser,
        contact_id: contactId,
        email_address: userName,
        rights: Right[right]
      }))
    )
    .execute()
  const shopUsers = Object.fromEntries(all.map((user) => [user.right, user])) as Record<RightName, TestShopUser>
  return { providerId, customerId, customerNumber, shopUsers }
}

/**
 * Adds a customer of provider 2 whose customer, persons and contacts have the numbers of this one; it logs in with another customer
 * number.
 */
export async function addTwin(db: Db, { customerId }: TestCustomer): Promise<TestCustomer> {
  const twin = await addCustomer(db, customerId, 2)
  const customerNumber = `Z${customerId}`
  await db
    .updateTable('customers')
    .set({ number: customerNumber })
    .where('provider_id', '=', 2)
    .where('customer_id', '=', customerId)
    .execute()
  const shopUsers = Object.fromEntries(
    Object.entries(twin.shopUsers).map(([right, user]) => [right, { ...user, customerNumber }])
  ) as Record<RightName, TestShopUser>
  return { ...twin, customerNumber, shopUsers }
}

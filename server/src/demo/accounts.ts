import { Right, type RightName } from '@customer-center/contract/rights'
import type { ResourceRow } from '../platform/importing/run/import-rows.ts'
import { contactKey, demoCustomers } from './people.ts'

export interface DemoAccount {
  readonly customerNumber: string
  /** The e-mail address. */
  readonly userName: string
  readonly password: string
  readonly right: RightName
  /** The customer's name. */
  readonly company: string
  /** The person's. */
  readonly firstName: string
}

// The password is well known, so demo data is only ever written on request.
export const demoPassword = 'Donauraum-2026'

/** Accounts that can log in to the demo shop; the right none is there to show that it cannot. */
export const demoAccounts: readonly DemoAccount[] = demoCustomers.flatMap(({ number, name, accounts, contacts }) =>
  Object.entries<string | undefined>(accounts).map(([right, userName = '']) => ({
    customerNumber: number,
    userName,
    password: demoPassword,
    right: right as RightName,
    company: name,
    firstName: contacts.find(({ emailAddress }) => emailAddress === userName)?.firstName ?? ''
  }))
)

/**
 * Makes the shop users of the demo accounts, and for every other third contact a right without a password yet, as a
 * provider's own import leaves it.
 * @param passwordHash of the password that all accounts have
 */
export function shopUserRows(passwordHash: string): ResourceRow<'shop-users'>[] {
  const accounts = new Map(demoAccounts.map((account) => [account.userName, account]))
  const users = demoCustomers.flatMap(({ contacts }) =>
    contacts.flatMap((contact, index) => {
      const { emailAddress } = contact
      const account = accounts.get(emailAddress)
      if (!account && index % 3 > 0) return []
      accounts.delete(emailAddress)
      const rights = Right[account?.right ?? 'contact']
      return [{ contact: contactKey(contact), emailAddress, rights, ...(account && { passwordHash }) }]
    })
  )
  const [lost] = accounts.keys()
  if (lost !== undefined) throw new Error(`The demo account ${lost} belongs to no contact.`)
  return users
}

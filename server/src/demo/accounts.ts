import { Right, type RightName } from '@customer-center/contract/rights'
import type { ResourceRow } from '../records/importing/run/import-rows.ts'
import { contactKey, demoCustomers } from './people.ts'

export interface DemoAccount {
  readonly customerNumber: string
  /** The e-mail address. */
  readonly userName: string
  readonly password: string
  readonly right: RightName
  /** The customer's name. */
  readonly company: string
  readonly firstName: string
}

// The password is public, so demo data is written only on request.
export const demoPassword = 'Donauraum-2026'

/** Accounts of the demo shop. The account with the right none shows that it cannot log in. */
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
 * Makes the shop users of the demo accounts. Every third of the other contacts gets a right without a password, as
 * after a provider's import.
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

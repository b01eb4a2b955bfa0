import { Right } from '@customer-center/contract/rights'
import { demoAccounts } from './accounts.ts'
import type { ResourceRow } from '../platform/importing/run/import-rows.ts'
import { contactKey, demoCustomers } from './people.ts'

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

import { Right } from '@customer-center/contract/rights'
import type { Insertable } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { hashPassword } from '../account/index.ts'
import { demoAccounts } from './accounts.ts'
import { company, demoCustomers } from './people.ts'

/** The demo accounts, and for every other third contact a right without a password yet, as a provider's own import leaves it. */
export async function shopUserRows(): Promise<Insertable<Tables['shop_users']>[]> {
  const accounts = new Map(demoAccounts.map((account) => [account.userName, account]))
  const rows = demoCustomers.flatMap(({ contacts }) =>
    contacts.map(async ({ id, pvaid, emailAddress }, index) => {
      const account = accounts.get(emailAddress)
      if (!account && index % 3 > 0) return []
      accounts.delete(emailAddress)
      const rights = Right[account?.right ?? 'contact']
      const password_hash = account ? await hashPassword(account.password) : null
      return [{ company, pvaid, id, email_address: emailAddress, rights, password_hash }]
    })
  )
  const users = (await Promise.all(rows)).flat()
  const [lost] = accounts.keys()
  if (lost !== undefined) throw new Error(`The demo account ${lost} belongs to no contact.`)
  return users
}

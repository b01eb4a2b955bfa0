import type { RightName } from '@customer-center/contract/rights'
import { demoCustomers } from './people.ts'

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

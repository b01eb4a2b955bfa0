import type { RightName } from '@customer-center/contract/rights'
import { Refusal } from './refusal.ts'

/**
 * The person of a customer who acts, in a request or later in a job. `providerId` and `customerId` limit the data
 * that the person may see.
 */
export interface Actor {
  readonly providerId: number
  readonly customerId: number
  /** The contact's link to the customer. */
  readonly contactId: number
  /** The number of the person behind the contact, which the wire calls `contactId`. */
  readonly personId: number
  /** The right at the time of the work. */
  readonly right: RightName
  /** The appKey of the shop in which the work began; missing if the server has a single shop, and for programs. */
  readonly shop?: string | undefined
  /** The session's family, which one login began; missing outside of a session. */
  readonly family?: string
}

/** The caller, read from the session for this one request. */
export interface Caller extends Actor {
  readonly family: string
  /** The shop user's e-mail address. */
  readonly emailAddress: string
  /** Whether the login used a generated password that has not been changed yet. */
  readonly passwordMustChange: boolean
  /** Whether the person has logged in recently, which a change of its credentials requires. */
  readonly hasFreshLogin: boolean
}

/**
 * Refuses changes that give access or lock out the owner, unless the caller has just logged in: a stranger with an open
 * session or a stolen token must not gain permanent access. `docs/decisions/0053-fresh-logins.md`
 * @throws Refusal `loginTooOld`
 */
export function requireFreshLogin({ hasFreshLogin }: Pick<Caller, 'hasFreshLogin'>): void {
  if (!hasFreshLogin) throw new Refusal('loginTooOld')
}

import type { RightName } from '@customer-center/contract/rights'
import { Refusal } from './refusal.ts'

/**
 * The person of a customer who acts, in a request or later in a job. `provider` and `customer` bound what it may see.
 */
export interface Actor {
  /** The provider's company. */
  readonly provider: number
  /** The customer's number in it. */
  readonly customer: number
  /** The contact's link to the customer. */
  readonly contact: number
  readonly contactCompany: number
  /** The number of the person behind the contact, which the wire calls `contactId`. */
  readonly personId: number
  /** The right at the time of the work. */
  readonly right: RightName
  /** The shop of the work, by its appKey; missing where a server has one alone, and for programs. */
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
  /** Whether the person has logged in a short time ago: only then may it change its own credentials. */
  readonly hasFreshLogin: boolean
}

/**
 * Refuses changes that give access or shut its owner out, unless the caller has just logged in: a stranger who finds an
 * open session, or has stolen its token, must not keep the access for good. `docs/decisions/0053-fresh-logins.md`
 * @throws Refusal `loginTooOld`
 */
export function requireFreshLogin({ hasFreshLogin }: Pick<Caller, 'hasFreshLogin'>): void {
  if (!hasFreshLogin) throw new Refusal('loginTooOld')
}

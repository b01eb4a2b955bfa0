import type { RightName } from '@customer-center/contract/rights'

/** A list of the caller's own, which PostgreSQL reads in the statement that checks the token. */
export interface CallerList {
  /** SQL that gives one text and takes company, customer and right from the row `caller`, never from the request. */
  readonly sql: string
  /** The list's JSON out of that text. */
  readonly write: (text: string | null) => string
}

/** Who calls, read from the session for this one request. What it may see is bound by `company` and `id`, never by the request. */
export interface Caller {
  /** The provider's own company. */
  readonly company: number
  /** The customer's number in it. */
  readonly id: number
  /** The contact's link to the customer. */
  readonly pvaid: number
  readonly contactCompany: number
  readonly contactId: number
  readonly right: RightName
  /** The shop user's e-mail address. */
  readonly emailAddress: string
  /** The session's family, which one login began. */
  readonly family: string
  /** Logged in with a generated password that has not been changed yet. */
  readonly passwordMustChange: boolean
}

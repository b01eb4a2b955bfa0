import type { RightName } from '@customer-center/contract/rights'

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

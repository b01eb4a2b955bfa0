import type { RightName } from '@customer-center/contract/rights'

/** The person of a customer who acts, in a request or later in a job. `company` and `id` bound what it may see. */
export interface Actor {
  /** The provider's company. */
  readonly company: number
  /** The customer's number in it. */
  readonly id: number
  /** The contact's link to the customer. */
  readonly pvaid: number
  readonly contactCompany: number
  readonly contactId: number
  /** The right at the time of the work. */
  readonly right: RightName
  /** The shop of the work, by its appKey; missing where a server has one alone, and for programs. */
  readonly shop?: string | undefined
  /** The session's family, which one login began; missing outside of a session. */
  readonly family?: string
}

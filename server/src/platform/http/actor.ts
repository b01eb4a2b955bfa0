import type { RightName } from '@customer-center/contract/rights'

/** Who acts, in a request or later in a job: a person of a customer. What it may see is bound by `company` and `id`. */
export interface Actor {
  /** The provider's company. */
  readonly company: number
  /** The customer's number in it. */
  readonly id: number
  /** The contact's link to the customer. */
  readonly pvaid: number
  readonly contactCompany: number
  readonly contactId: number
  /** As it is when the work is done. */
  readonly right: RightName
  /** The shop in which it acts, by its appKey; missing where a server has one alone, and for programs. */
  readonly shop?: string | undefined
  /** The session's family, which one login began; missing outside of a session. */
  readonly family?: string
}

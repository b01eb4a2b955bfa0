import { get, ofFeature, send } from './endpoint.ts'
import { everyRight } from './rights.ts'

/** A new address of the caller, which is also the user name, that waits for its confirmation. */
export interface EmailChange {
  emailAddress: string
  /** End of the mailed link's validity, in ISO 8601 with an offset. */
  validUntil: string
}

/**
 * The caller's own pending change; null without one. A save of the shop user begins the change, and still answers with
 * the old address.
 */
export const getEmailChange = ofFeature(
  'email-confirmation',
  get<undefined, EmailChange | null>('/emailchange', everyRight)
)

/** Mails a new link, which replaces the previous one. */
export const resendEmailChange = ofFeature(
  'email-confirmation',
  send<Record<string, never>, null>('POST', '/emailchange/resend', everyRight)
)

/** Cancels the change; the same answer if none is pending. */
export const cancelEmailChange = ofFeature(
  'email-confirmation',
  send<Record<string, never>, null>('POST', '/emailchange/cancel', everyRight)
)

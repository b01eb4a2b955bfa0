import { get, ofFeature, send } from './endpoint.ts'
import { everyRight } from './rights.ts'

/** A new address of the caller, which is also the user name, that waits for its confirmation. */
export interface EmailChange {
  emailAddress: string
  /** ISO 8601 with an offset: until when the mailed link works. */
  validUntil: string
}

/**
 * The caller's own change that waits; null without one. A save of the shop user begins it and still answers the old
 * address.
 */
export const getEmailChange = ofFeature(
  'email-confirmation',
  get<undefined, EmailChange | null>('/emailchange', everyRight)
)

/** Mails a new link in the place of the one before. */
export const resendEmailChange = ofFeature(
  'email-confirmation',
  send<Record<string, never>, null>('POST', '/emailchange/resend', everyRight)
)

/** Forgets the change; the same answer if none waits. */
export const cancelEmailChange = ofFeature(
  'email-confirmation',
  send<Record<string, never>, null>('POST', '/emailchange/cancel', everyRight)
)

import { z } from 'zod'
import { getCall, ofFeature, sendCall } from './endpoint.ts'
import { everyRight } from './rights.ts'
import { defineEndpoint, noInput, timeSchema } from './schema.ts'

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
  getCall<undefined, EmailChange | null>('/emailchange', everyRight)
)

/** Mails a new link, which replaces the previous one. */
export const resendEmailChange = ofFeature(
  'email-confirmation',
  sendCall<Record<string, never>, null>('POST', '/emailchange/resend', everyRight)
)

/** The answer is the same if none is pending. */
export const cancelEmailChange = ofFeature(
  'email-confirmation',
  sendCall<Record<string, never>, null>('POST', '/emailchange/cancel', everyRight)
)

const pending = () =>
  z.strictObject({
    emailAddress: z.string().describe('The new address'),
    validUntil: timeSchema.describe('End of the mailed link’s validity')
  })

export const getEmailChangeSchema = /*#__PURE__*/ defineEndpoint(
  getEmailChange,
  'The new e-mail address of the caller that waits for its confirmation',
  () => ({ data: z.nullable(pending()) })
)
export const resendEmailChangeSchema = /*#__PURE__*/ defineEndpoint(
  resendEmailChange,
  'Mails the link to confirm the new e-mail address again',
  () => ({ data: z.null(), ...noInput })
)
export const cancelEmailChangeSchema = /*#__PURE__*/ defineEndpoint(
  cancelEmailChange,
  'Forgets the new e-mail address that waits for its confirmation',
  () => ({ data: z.null(), ...noInput })
)

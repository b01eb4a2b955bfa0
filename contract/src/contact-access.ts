import { z } from 'zod'
import { getCall, ofFeature, sendCall } from './endpoint.ts'
import { alwaysSent, type FieldValues, flagField, type Id, textField } from './field-codes.ts'
import { defineEndpoint, digitsSchema, listRowSchema, opaqueId, timeSchema } from './schema.ts'

export const accessStates = [
  /** The contact may not log in. */
  'none',
  /** It has a password that was not generated. */
  'chosen',
  /** It has a right, and no mail was sent. */
  'never-sent',
  /** The mail with a generated password or a link to set one waits to be sent. */
  'queued',
  /** That mail was sent, and its password or link is still valid. */
  'sent',
  /** Its password or link is no longer valid. */
  'expired',
  /** The mail failed permanently. */
  'failed',
  /** The last mail came back, since nobody has the address, with or without a password. */
  'bounced'
] as const

export const contactAccessFields = {
  /** State of the access, and of the last mail with a generated password or a link to set one. */
  state: alwaysSent(textField('state')),
  /** Time of that mail in ISO 8601 with an offset, like the other times; null if it was not sent. */
  mailedAt: textField('mailedAt'),
  /** The end of its link or password. */
  validUntil: textField('validUntil'),
  /** The last login that is known of. */
  lastLoginAt: textField('lastLoginAt'),
  /** Whether the contact has or had a right or a password, in which case only an admin may change its address. */
  hadLogin: alwaysSent(flagField('hadLogin'))
} as const

export type ContactAccess = FieldValues<typeof contactAccessFields> & { state: (typeof accessStates)[number] }

/**
 * Call: the access of a contact of the caller's customer; a contact of another customer gets the same answer as a
 * missing one. Only admins get points in time.
 */
export const getContactAccess = ofFeature(
  'access',
  getCall<{ pvaid: string }, ContactAccess>('/contactaccess', ['admin', 'shopfull', 'shoplight'])
)

/** Mails a first password, or a link to set one, again. Never replaces a password that a person has chosen. */
export const sendContactAccess = ofFeature(
  'access',
  sendCall<{ pvaid: Id }, ContactAccess>('POST', '/contactaccess/send', ['admin'])
)

const access = () =>
  listRowSchema<ContactAccess>(contactAccessFields, {
    state: z.enum(accessStates),
    mailedAt: z.nullable(timeSchema),
    validUntil: z.nullable(timeSchema),
    lastLoginAt: z.nullable(timeSchema)
  })

export const getContactAccessSchema = /*#__PURE__*/ defineEndpoint(
  getContactAccess,
  'Whether a contact can log in, and what became of its access mail',
  () => ({
    data: access(),
    query: z.object({ pvaid: digitsSchema.describe('Number of the link, as `ASP_PVAID` has it') })
  })
)
export const sendContactAccessSchema = /*#__PURE__*/ defineEndpoint(
  sendContactAccess,
  'Mails a contact its access again',
  () => ({
    data: access(),
    body: z.strictObject({
      data: z.strictObject({ pvaid: opaqueId(z.int32().describe('Number of the link, as `ASP_PVAID` has it')) })
    })
  })
)

import { z } from 'zod'
import { cancelEmailChange, getEmailChange, resendEmailChange } from './email-change.ts'
import { defineEndpoint, noInput, time } from './schema.ts'

const pending = z.strictObject({ emailAddress: z.string(), validUntil: time })

export const getEmailChangeSchema = defineEndpoint(
  getEmailChange,
  'The new e-mail address of the caller that waits for its confirmation',
  z.nullable(pending)
)
export const resendEmailChangeSchema = defineEndpoint(
  resendEmailChange,
  'Mails the link to confirm the new e-mail address again',
  z.null(),
  noInput
)
export const cancelEmailChangeSchema = defineEndpoint(
  cancelEmailChange,
  'Forgets the new e-mail address that waits for its confirmation',
  z.null(),
  noInput
)

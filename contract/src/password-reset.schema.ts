import { z } from 'zod'
import { requestPasswordReset } from './password-reset.ts'
import { defineEndpoint } from './schema.ts'

export const requestPasswordResetSchema = defineEndpoint(
  requestPasswordReset,
  'Mails a link to choose a new password',
  z.null(),
  {
    body: z.strictObject({
      data: z.strictObject({
        emailAddress: z.string().check(z.maxLength(300)),
        customerNumber: z.optional(z.string().check(z.maxLength(300))),
        appKey: z.optional(z.string().check(z.maxLength(300)))
      })
    })
  }
)

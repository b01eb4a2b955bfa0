import { z } from 'zod'
import { type Endpoint } from './endpoint.ts'
import { defineEndpoint } from './schema.ts'

export interface PasswordResetForm {
  emailAddress: string
  /**
   * Customer whose access the mail is limited to; without it, a person gets one mail with every access of the address.
   */
  customerNumber?: string | undefined
  /** Shop that sends the mail, as with a login; by default the shop of the path, or each company's first shop. */
  appKey?: string | undefined
}

/** The answer is the same if nobody has the address. */
export const requestPasswordReset: Endpoint<undefined, { data: PasswordResetForm }, null> = {
  method: 'POST',
  path: '/passwordreset',
  access: 'public',
  body: 'json',
  feature: 'password-reset'
}

export const requestPasswordResetSchema = /*#__PURE__*/ defineEndpoint(
  requestPasswordReset,
  'Mails a link to choose a new password',
  () => ({
    data: z.null(),
    body: z.strictObject({
      data: z.strictObject({
        emailAddress: z.string().check(z.maxLength(300)).describe('The address that gets the link'),
        customerNumber: z
          .optional(z.string().check(z.maxLength(300)))
          .describe('Kundennummer: the mail is limited to this access of the address'),
        appKey: z.optional(z.string().check(z.maxLength(300))).describe('The configuration’s `appKey`')
      })
    })
  })
)

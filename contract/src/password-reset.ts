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

/** Mails the owner of an address a link to choose a new password. The answer is the same if nobody has the address. */
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
        emailAddress: z.string().check(z.maxLength(300)),
        customerNumber: z.optional(z.string().check(z.maxLength(300))),
        appKey: z.optional(z.string().check(z.maxLength(300)))
      })
    })
  })
)

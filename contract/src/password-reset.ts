import type { Endpoint } from './endpoint.ts'

export interface PasswordResetForm {
  emailAddress: string
  /**
   * The customer to whose access the mail is limited; people who forgot the number get one mail that lists each access
   * of the address.
   */
  customerNumber?: string | undefined
  /**
   * The shop that the mail is to come from, as with a login; without it the one of the path, or each company's first.
   */
  appKey?: string | undefined
}

/** Mails the owner of an address a link to choose a new password. The answer is the same where nobody has the address. */
export const requestPasswordReset: Endpoint<undefined, { data: PasswordResetForm }, null> = {
  method: 'POST',
  path: '/passwordreset',
  access: 'public',
  body: 'json',
  feature: 'password-reset'
}

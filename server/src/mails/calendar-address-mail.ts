import { defineMail, type MailData, mailTexts } from './define-mail.ts'

/**
 * Tells the owner of a login that an address was made, or shown again, at which a calendar reads the own events without
 * a login.
 */
export const calendarAddressMail = defineMail({
  name: 'calendar-address-mail',
  purpose: 'notice',
  texts: (config, { isShown }: MailData & { readonly isShown?: true }) =>
    isShown ? mailTexts(config).calendarAddressShown : mailTexts(config).calendarAddress
})

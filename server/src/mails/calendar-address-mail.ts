import { defineMail, type MailData, mailTexts } from './define-mail.ts'

/** Tells the owner of a login that an address was made at which a calendar reads the own events without a login. */
export const calendarAddressMail = defineMail<MailData, ReturnType<typeof mailTexts>['calendarAddress']>({
  name: 'calendar-address-mail',
  purpose: 'notice',
  texts: (config) => mailTexts(config).calendarAddress
})

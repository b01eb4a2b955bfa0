import { type MailContext, type MailData, defineMail, mailTexts } from './define-mail.ts'

/**
 * Tells the owner of a login that an address was made or shown again from which a calendar reads the owner's events
 * without a login.
 */
export const calendarAddressMail = defineMail({
  name: 'calendar-address-mail',
  purpose: 'notice',
  texts: (config, { isShown }: MailData & { readonly isShown?: true }) =>
    isShown ? mailTexts(config).calendarAddressShown : mailTexts(config).calendarAddress
})

/**
 * Tells the owner of a login that it was used in a browser without the mark of an earlier login. `device` is the
 * browser's user agent, or empty.
 */
export const newBrowserMail = defineMail({
  name: 'new-browser-mail',
  purpose: 'notice',
  texts: (config) => mailTexts(config).newBrowser,
  say: ({
    texts,
    data
  }: MailContext<MailData & { readonly device: string }, ReturnType<typeof mailTexts>['newBrowser']>) => ({
    facts: [[texts.device, data.device || texts.unknownDevice]]
  })
})

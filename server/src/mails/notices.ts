import { type About, defineMail, type MailData, mailTexts } from './define-mail.ts'

/** Tells the owner of a login that an address was made at which a calendar reads the own events without a login. */
export const calendarAddressMail = defineMail<MailData, ReturnType<typeof mailTexts>['calendarAddress']>({
  name: 'calendar-address-mail',
  purpose: 'notice',
  texts: (config) => mailTexts(config).calendarAddress
})

interface NewBrowserMailData extends MailData {
  /** The browser's name for itself, or empty. */
  readonly device: string
}

/** Tells the owner of a login that it was used in a browser without the mark of an earlier login. */
export const newBrowserMail = defineMail({
  name: 'new-browser-mail',
  purpose: 'notice',
  texts: (config) => mailTexts(config).newBrowser,
  say: ({ texts, data }: About<NewBrowserMailData, ReturnType<typeof mailTexts>['newBrowser']>) => ({
    facts: [[texts.device, data.device || texts.unknownDevice]]
  })
})

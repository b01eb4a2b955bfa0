import { type About, defineMail, type MailData, mailTexts } from './define-mail.ts'

/**
 * Tells the owner of a login that it was used in a browser without the mark of an earlier login. `device` is the
 * browser's name for itself, or empty.
 */
export const newBrowserMail = defineMail({
  name: 'new-browser-mail',
  purpose: 'notice',
  texts: (config) => mailTexts(config).newBrowser,
  say: ({
    texts,
    data
  }: About<MailData & { readonly device: string }, ReturnType<typeof mailTexts>['newBrowser']>) => ({
    facts: [[texts.device, data.device || texts.unknownDevice]]
  })
})

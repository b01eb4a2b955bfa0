import { type About, defineMail } from '../../mails/index.ts'
import { formatDateTime } from '../../platform/mail/mail-text.ts'
import { type ChangeTexts, type EmailChangeMailData, openLink, emailChangeTexts } from './email-change-mail.ts'

/** Mails a new address the link that confirms it. */
export const emailConfirmationMail = defineMail({
  name: 'email-confirmation-mail',
  purpose: 'own-request',
  goodForHours: 24,
  texts: emailChangeTexts('confirmation'),
  // A mistyped address may be a stranger's.
  isNameless: true,
  async say(about: About<EmailChangeMailData, ChangeTexts>) {
    const change = await openLink(about, 'confirm')
    return (
      change && {
        values: { until: formatDateTime(change.expiresAt) },
        facts: [[about.texts.newAddress, change.newAddress]],
        ...change.content
      }
    )
  }
})

import { type About, defineMail } from '../../mails/index.ts'
import { formatDateTime, maskedAddress } from '../../platform/mail/mail-text.ts'
import { type ChangeTexts, type EmailChangeMailData, openLink, emailChangeTexts } from './email-change-mail.ts'

/** Tells the old address that another one waits for its confirmation, with a link that stops that. */
export const emailAnnouncementMail = defineMail({
  name: 'email-announcement-mail',
  purpose: 'notice',
  goodForHours: 24,
  texts: emailChangeTexts('announcement'),
  async say(about: About<EmailChangeMailData, ChangeTexts>) {
    const change = await openLink(about, 'stop')
    return (
      change && {
        values: { at: formatDateTime(change.requestedAt) },
        facts: [
          [about.texts.oldAddress, change.oldAddress],
          [about.texts.newAddress, maskedAddress(change.newAddress)]
        ],
        ...change.content
      }
    )
  }
})

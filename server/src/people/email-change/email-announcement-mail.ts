import { maskedAddress, formatDateTime } from '../../platform/mail/mail-text.ts'
import { type About, defineMail } from '../../mails/index.ts'
import { newToken, tokenHash } from '../../platform/lib/tokens.ts'
import { storeLink } from './email-change.repository.ts'
import { type EmailChangeMailData, emailChangeMailTexts, emailChangeUrl } from './email-confirmation-mail.ts'

const textsOf = (config: Parameters<typeof emailChangeMailTexts>[0]) => {
  const { oldAddress, newAddress, announcement } = emailChangeMailTexts(config)
  return { ...announcement, oldAddress, newAddress }
}

/** Tells the old address that another one waits for its confirmation, with a link that stops that. */
export const emailAnnouncementMail = defineMail({
  name: 'email-announcement-mail',
  purpose: 'notice',
  goodForHours: 24,
  texts: textsOf,
  async say({ db, config, texts, data }: About<EmailChangeMailData, ReturnType<typeof textsOf>>) {
    const token = newToken()
    const change = await storeLink(db, data.changeId, 'stop', tokenHash(token))
    if (!change) return undefined
    return {
      values: { at: formatDateTime(change.requestedAt) },
      facts: [
        [texts.oldAddress, change.oldAddress],
        [texts.newAddress, maskedAddress(change.newAddress)]
      ],
      url: emailChangeUrl(config, token),
      isSecret: true
    }
  }
})

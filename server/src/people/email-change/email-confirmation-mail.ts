import { formatDateTime } from '../../platform/mail/format-date-time.ts'
import { type About, defineMail } from '../../mails/index.ts'
import { newToken, tokenHash } from '../../platform/lib/tokens.ts'
import type { EmailChangeMailData } from './email-announcement-mail.ts'
import { storeLink } from './email-change.repository.ts'
import { emailChangeUrl } from './email-change-url.ts'
import { emailChangeMailTexts } from './texts.ts'

const textsOf = (config: Parameters<typeof emailChangeMailTexts>[0]) => {
  const { newAddress, confirmation } = emailChangeMailTexts(config)
  return { ...confirmation, newAddress }
}

/** Mails a new address the link that confirms it. The link exists in this run alone: the database has its hash. */
export const emailConfirmationMail = defineMail({
  name: 'email-confirmation-mail',
  purpose: 'own-request',
  goodForHours: 24,
  texts: textsOf,
  // Whoever mistyped an address has it sent to a stranger.
  isNameless: true,
  async say({ db, config, texts, data }: About<EmailChangeMailData, ReturnType<typeof textsOf>>) {
    const token = newToken()
    // Stored before it is sent, so that what arrives works.
    const change = await storeLink(db, data.changeId, 'confirm', tokenHash(token))
    if (!change) return undefined
    return {
      values: { until: formatDateTime(change.expiresAt) },
      facts: [[texts.newAddress, change.newAddress]],
      url: emailChangeUrl(config, token),
      isSecret: true
    }
  }
})

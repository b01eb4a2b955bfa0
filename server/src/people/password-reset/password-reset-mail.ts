import { type About, defineMail, type MailData, withoutLinks } from '../../mails/index.ts'
import { defineTexts } from '../../platform/config/own-texts.ts'
import { newToken, tokenHash } from '../../platform/lib/tokens.ts'
import { formatDateTime } from '../../platform/mail/mail-text.ts'
import { storeResetLink } from '../password-mail/password-mail.repository.ts'
import { passwordLinkUrl } from '../password-mail/password-mail.ts'
import { findAccesses } from './password-reset.repository.ts'
import shippedTexts from './texts.json' with { type: 'json' }

export interface PasswordResetMailData extends MailData {
  /** The customer's number; null for each access of the address. */
  readonly customerNumber: string | null
}

/** Returns no fact for a value that a mail must not show. */
const factOf = (label: string, value: string) => (value === '' ? [] : [[label, value] as const])

/**
 * Mails the owner of an address a link for each access to one company of the provider's. The links exist in this run
 * alone: the database has their hashes.
 */
export const passwordResetMail = defineMail({
  name: 'password-reset-mail',
  purpose: 'own-request',
  goodForHours: 1,
  texts: defineTexts('password-reset-mail', shippedTexts),
  isNameless: true,
  async say({ db, id, config, data, to, texts }: About<PasswordResetMailData, typeof shippedTexts>) {
    const { provider, customerNumber } = data
    const blocks = []
    let until = ''
    for (const access of await findAccesses(db, { emailAddress: to, customerNumber, company: provider })) {
      const token = newToken()
      // The link is stored before it is sent, so that an arrived link works.
      const end = await storeResetLink(db, access, id, tokenHash(token))
      if (!end) continue
      until = formatDateTime(end)
      blocks.push({
        facts: [
          ...factOf(texts.customerName, withoutLinks(access.customerName)),
          [texts.customerNumber, access.customerNumber] as const,
          [texts.userName, access.emailAddress] as const
        ],
        button: { label: texts.button, url: passwordLinkUrl(config, token) }
      })
    }
    return blocks.length > 0 ? { values: { until }, blocks, isSecret: true } : undefined
  }
})

import { formatDateTime } from '../../platform/mail/mail-text.ts'
import { type About, defineMail, type MailData } from '../../mails/index.ts'
import { newToken, tokenHash } from '../../platform/lib/tokens.ts'
import { storeLink } from './email-change.repository.ts'
import type { Config } from '../../platform/config/config.ts'
import { publicBase } from '../../platform/config/public-url.ts'
import { defineTexts } from '../../platform/config/own-texts.ts'
import shippedTexts from './texts.json' with { type: 'json' }

export const emailChangeMailTexts = defineTexts('email-change-mail', shippedTexts)

/** The address of the page on which an address is confirmed, or its change is stopped. */
export function emailChangeUrl(config: Pick<Config, 'publicUrl'>, token: string): string {
  return `${publicBase(config)}/e-mail/${token}`
}

export interface EmailChangeMailData extends MailData {
  readonly changeId: string
}

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
  // A mistyped address may be a stranger's.
  isNameless: true,
  async say({ db, config, texts, data }: About<EmailChangeMailData, ReturnType<typeof textsOf>>) {
    const token = newToken()
    // The link is stored before it is sent, so that an arrived link works.
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

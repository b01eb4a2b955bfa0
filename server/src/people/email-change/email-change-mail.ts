import type { About, MailData, MailTexts } from '../../mails/index.ts'
import type { Config } from '../../platform/config/config.ts'
import { defineTexts } from '../../platform/config/own-texts.ts'
import { publicBase } from '../../platform/config/public-url.ts'
import { newToken, tokenHash } from '../../platform/lib/tokens.ts'
import { type LinkPurpose, storeLink } from './email-change.repository.ts'
import shippedTexts from './texts.json' with { type: 'json' }

export interface EmailChangeMailData extends MailData {
  readonly changeId: string
}

const changeTexts = defineTexts('email-change-mail', shippedTexts)

/** Words of a mail about a change of address, with those that all of them have. */
export type ChangeTexts = MailTexts & Pick<typeof shippedTexts, 'oldAddress' | 'newAddress'>

/** Reads the texts of one of the mails. */
export const emailChangeTexts =
  (name: 'confirmation' | 'announcement' | 'changed') =>
  (config: Config): ChangeTexts => {
    const { oldAddress, newAddress, [name]: texts } = changeTexts(config)
    return { ...texts, oldAddress, newAddress }
  }

/**
 * Opens a link, which exists in this run alone: the database has its hash, before it is sent, so that an arrived link
 * works.
 */
export async function openLink({ db, config, data }: About<EmailChangeMailData, unknown>, purpose: LinkPurpose) {
  const token = newToken()
  const change = await storeLink(db, data.changeId, purpose, tokenHash(token))
  return change && { ...change, content: { url: `${publicBase(config)}/e-mail/${token}`, isSecret: true } as const }
}

import { type MailContext, type MailData, type MailTexts, defineMail } from '../../../mails/index.ts'
import type { Config } from '../../../platform/config/config.ts'
import { changeableTexts } from '../../../platform/config/own-texts.ts'
import { publicBase } from '../../../platform/config/public-url.ts'
import { newToken, tokenHash } from '../../../platform/lib/tokens.ts'
import { formatDateTime, maskedAddress } from '../../../platform/mail/mail-text.ts'
import { type LinkPurpose, storeLink } from './email-change.repository.ts'
import shippedTexts from './texts.json' with { type: 'json' }

export interface EmailChangeMailData extends MailData {
  readonly changeId: string
}

const changeTexts = changeableTexts('email-change-mail', shippedTexts)

/** Texts of a mail about a change of address, including the texts that these mails share. */
type ChangeTexts = MailTexts & Pick<typeof shippedTexts, 'oldAddress' | 'newAddress'>

const emailChangeTexts =
  (name: 'confirmation' | 'announcement' | 'changed') =>
  (config: Config): ChangeTexts => {
    const { oldAddress, newAddress, [name]: texts } = changeTexts(config)
    return { ...texts, oldAddress, newAddress }
  }

/**
 * Creates a link. Only its hash is stored, before the mail is sent, so that a link that arrives works; the link itself
 * exists only in this run.
 */
async function openLink({ db, config, data }: MailContext<EmailChangeMailData, unknown>, purpose: LinkPurpose) {
  const token = newToken()
  const change = await storeLink(db, data.changeId, purpose, tokenHash(token))
  return change && { ...change, content: { url: `${publicBase(config)}/e-mail/${token}`, isSecret: true } as const }
}

export const emailConfirmationMail = defineMail({
  name: 'email-confirmation-mail',
  purpose: 'own-request',
  goodForHours: 24,
  texts: emailChangeTexts('confirmation'),
  // The mail has no name, because a mistyped address may be a stranger's.
  isNameless: true,
  async say(about: MailContext<EmailChangeMailData, ChangeTexts>) {
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

/** Tells the old address that a new one waits for its confirmation, with a link that stops the change. */
export const emailAnnouncementMail = defineMail({
  name: 'email-announcement-mail',
  purpose: 'notice',
  goodForHours: 24,
  texts: emailChangeTexts('announcement'),
  async say(about: MailContext<EmailChangeMailData, ChangeTexts>) {
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

/** Reports a change, its time, and a contact for questions to the old address. */
export const emailChangedMail = defineMail({
  name: 'email-changed-mail',
  purpose: 'notice',
  texts: emailChangeTexts('changed'),
  say: ({ texts, owner, to }) => ({
    facts: [
      [texts.oldAddress, to],
      ...(owner.emailAddress === '' ? [] : [[texts.newAddress, maskedAddress(owner.emailAddress)] as const])
    ]
  })
})

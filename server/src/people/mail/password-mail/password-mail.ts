import { randomInt, randomUUID } from 'node:crypto'
import { generatedPasswordLength } from '@customer-center/contract/limits'
import { hashPassword } from '../../../account/index.ts'
import { type MailContext, type Mail, type MailData, defineMail, queueMail } from '../../../mails/index.ts'
import type { Config } from '../../../platform/config/config.ts'
import { changeableTexts } from '../../../platform/config/own-texts.ts'
import { publicBase } from '../../../platform/config/public-url.ts'
import type { Db } from '../../../platform/database/query.ts'
import { newToken, tokenHash } from '../../../platform/lib/tokens.ts'
import { formatDateTime } from '../../../platform/mail/mail-text.ts'
import { noteOperatorEvent } from '../../../platform/operator/operator-events.ts'
import { UnrecoverableJobError } from '../../../platform/queue/job.ts'
import { filterMailed, noteMailFailed, noteMailQueued, noteMailSent } from './access-state.repository.ts'
import { deleteMail, replaceMail, revokePassword, storeLinkHash, storePassword } from './password-mail.repository.ts'
import shippedTexts from './texts.json' with { type: 'json' }

const passwordMailTexts = changeableTexts('password-mail', shippedTexts)

/** Returns the address of the page on which the link's owner chooses a password. */
export function passwordLinkUrl(config: Pick<Config, 'publicUrl'>, token: string): string {
  return `${publicBase(config)}/passwort/${token}`
}

// The alphabet lacks 0 O o, 1 I l i: people copy the password from paper.
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/**
 * Makes a random password. 46 bits are enough: it is valid for 72 hours and one login, and failed logins are throttled.
 */
function newPassword(): string {
  return Array.from({ length: generatedPasswordLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

export interface PasswordMailData extends MailData {
  /** Sends a link, whatever PASSWORD_MAIL says. */
  readonly asLink?: true
}

const kindOf = ({ passwordMail }: Config, { asLink }: PasswordMailData) => (asLink ? 'link' : passwordMail)

function textsOfKind(config: Config, data: PasswordMailData) {
  const { customerNumber, userName, password, link } = passwordMailTexts(config)
  return { customerNumber, userName, secret: password.secret, ...(kindOf(config, data) === 'link' ? link : password) }
}

/** Makes the mail's password or link. Stores its hash before the mail is sent, so that a secret that arrives works. */
async function makeSecret({
  db,
  id,
  config,
  data,
  texts
}: MailContext<PasswordMailData, ReturnType<typeof textsOfKind>>) {
  if (kindOf(config, data) === 'link') {
    const token = newToken()
    return { facts: [], url: passwordLinkUrl(config, token), end: await storeLinkHash(db, id, tokenHash(token)) }
  }
  const password = newPassword()
  const end = await storePassword(db, id, await hashPassword(password))
  return { facts: [[texts.secret, password] as const], url: config.shopUrl || config.publicUrl, end }
}

const mail: Mail<PasswordMailData> = defineMail({
  name: 'password-mail',
  purpose: 'access',
  goodForHours: 72,
  texts: textsOfKind,
  async say(about: MailContext<PasswordMailData, ReturnType<typeof textsOfKind>>) {
    const { db, id, config, data, texts, owner, to } = about
    const { facts, url, end } = await makeSecret(about)
    if (!end) {
      await deleteMail(db, id)
      return undefined
    }
    return {
      values: { until: formatDateTime(end) },
      facts: [[texts.customerNumber, owner.customerNumber], [texts.userName, to], ...facts],
      url,
      isSecret: true,
      async conclude(trx) {
        await noteMailSent(trx, id)
        // The link's hash stays until it is used.
        if (kindOf(config, data) === 'password') await deleteMail(trx, id)
      }
    }
  }
})

/**
 * Makes the secret, stores its hash and mails it. The secret exists only in this run: no job, log or table contains it.
 */
export const passwordMail: Mail<PasswordMailData> = {
  ...mail,
  async run(context, run) {
    try {
      return await mail.run(context, run)
    } catch (error) {
      if (error instanceof UnrecoverableJobError) {
        await revokePassword(context.db, run.id)
        await noteMailFailed(context.db, run.data)
      }
      throw error
    }
  },
  onFailed: noteMailFailed
}

/** Tells the owner of a login that the password was changed, and what to do if somebody else changed it. */
export const passwordChangedMail = defineMail({
  name: 'password-changed-mail',
  purpose: 'notice',
  texts(config) {
    const { customerNumber, userName, changed } = passwordMailTexts(config)
    // Only a server that knows its address can send a link for a forgotten password.
    const after = [changed.known, config.publicUrl === '' ? changed.ask : changed.reset]
    return { ...changed, customerNumber, userName, after }
  },
  say: ({ config, texts, owner, to }) => ({
    facts: [
      [texts.customerNumber, owner.customerNumber],
      [texts.userName, to]
    ],
    url: config.shopUrl || config.publicUrl
  })
})

/**
 * Queues a mail with a generated password (or, by the setting PASSWORD_MAIL, a link to set one) to a shop user, sent
 * once the caller's transaction commits. The shop user must exist. The job drops the mail if the shop user has lost the
 * right, is inactive, has another address, or has got a password in another way by the time of sending. A second call
 * replaces the first one's mail and any valid link.
 * @param overLimit the treatment of a mail above the limit of its recipient: a person's request is refused, an
 * operator's mails wait and are sent one by one
 * @throws Refusal `addressMailsUsedUp`
 */
export async function queuePasswordMail(
  trx: Db,
  { providerId, contactId, shop, asLink }: PasswordMailData,
  overLimit: 'refuse' | 'later' = 'later'
): Promise<void> {
  const id = randomUUID()
  const to = await replaceMail(trx, id, { providerId, contactId })
  if (to === undefined) throw new Error('There is no shop user to mail a password to.')
  await noteMailQueued(trx, { providerId, contactId })
  const data = { providerId, contactId, shop, to, ...(asLink && { asLink }) }
  await queueMail(trx, passwordMail, data, { id, ...(overLimit === 'later' && { later: data }) })
}

/** Mails a new access to contacts with a changed address if the access for the former address was not used. */
export async function queueCorrectedMails(trx: Db, providerId: number, contacts: readonly number[]): Promise<void> {
  for (const contactId of await filterMailed(trx, providerId, contacts)) {
    await queuePasswordMail(trx, { providerId, contactId })
    await noteOperatorEvent(trx, { event: 'access-mailed', person: `${providerId}/${contactId}` })
  }
}

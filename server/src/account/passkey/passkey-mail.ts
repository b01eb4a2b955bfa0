import type { Config } from '../../platform/config/config.ts'
import { defineTexts } from '../../platform/config/own-texts.ts'
import type { Db } from '../../platform/database/db.ts'
import { type About, defineMail, type MailData, type MailTexts, queueMail } from '../../mails/index.ts'
import { deletePasskeysOf } from './passkey.repository.ts'
import shippedTexts from './texts.json' with { type: 'json' }

export interface PasskeyMailData extends MailData {
  /** The browser's name for itself; empty if it has none. */
  readonly passkeyName: string
}

type Texts = MailTexts & Pick<typeof shippedTexts, 'device' | 'unknownDevice'>

const textsOf = defineTexts('passkey-mail', shippedTexts)

const notice = (name: string, texts: (config: Config) => Texts) =>
  defineMail({
    name,
    purpose: 'notice',
    texts,
    say: ({ texts: words, data }: About<PasskeyMailData, Texts>) => ({
      facts: [[words.device, data.passkeyName || words.unknownDevice]]
    })
  })

/** Tells the owner of a login that a passkey was made for it, and what to do if somebody else did. */
export const passkeyMail = notice('passkey-mail', textsOf)

/** Tells the owner of a login that a passkey of it was removed. */
export const passkeyRemovedMail = notice('passkey-removed-mail', (config) => {
  const { removed, ...labels } = textsOf(config)
  return { ...labels, ...removed }
})

/**
 * Removes the passkeys of persons of one company and queues mails about it, in the transaction of a change that may mean that
 * somebody else had the login.
 * @param owners where `to` is the address of before, if that has changed
 * @param startAfter before which no mail is sent
 */
export async function removePasskeys(trx: Db, owners: readonly MailData[], startAfter?: Date): Promise<void> {
  const removed = await deletePasskeysOf(trx, owners)
  for (const owner of owners) {
    const names = removed.get(owner.contact)
    const passkeyName = names?.filter((name) => name !== '').join(', ') ?? ''
    if (names) await queueMail(trx, passkeyRemovedMail, { ...owner, passkeyName }, { startAfter })
  }
}

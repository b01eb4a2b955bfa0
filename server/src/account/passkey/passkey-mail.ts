import type { JobContext } from '../../feature/services.ts'
import {
  type MailContext,
  defineMail,
  deleteWaitingMails,
  type MailData,
  mailJob,
  type MailTexts,
  queueMail
} from '../../mails/index.ts'
import type { Config } from '../../platform/config/config.ts'
import { changeableTexts } from '../../platform/config/own-texts.ts'
import type { Db } from '../../platform/database/query.ts'
import { defineJob, queueJob } from '../../platform/queue/job.ts'
import { undoDeadline } from '../../records/saving/undo.ts'
import { deletePasskeysOf } from './passkey.repository.ts'
import shippedTexts from './texts.json' with { type: 'json' }

export interface PasskeyMailData extends MailData {
  /** The browser's name for itself; empty if it has none. */
  readonly passkeyName: string
}

type Texts = MailTexts & Pick<typeof shippedTexts, 'device' | 'unknownDevice'>

const passkeyMailTexts = changeableTexts('passkey-mail', shippedTexts)

const notice = (name: `${string}-mail`, texts: (config: Config) => Texts) =>
  defineMail({
    name,
    purpose: 'notice',
    texts,
    say: ({ texts: words, data }: MailContext<PasskeyMailData, Texts>) => ({
      facts: [[words.device, data.passkeyName || words.unknownDevice]]
    })
  })

/** Tells the owner of a login that a passkey was made for it, and what to do if somebody else made it. */
export const passkeyMail = notice('passkey-mail', passkeyMailTexts)

export const passkeyRemovedMail = notice('passkey-removed-mail', (config) => {
  const { removed, ...labels } = passkeyMailTexts(config)
  return { ...labels, ...removed }
})

/** Removes the passkeys of a person who lost the access, once the time to undo that is over. */
export const passkeyRemovalJob = defineJob<MailData, JobContext>({
  name: 'passkey-removal',
  options: mailJob.options,
  run:
    async (_, { data }) =>
    (trx) =>
      removePasskeys(trx, [data])
})

/**
 * Removes the passkeys of persons of one company and queues mails about it, in the transaction of a change after which
 * a former owner of the login must not get in.
 * @param owners with the former address as `to` if the address has changed
 * @param canUndo whether the persons lost their access and could get it back: then the passkeys are removed once the
 * time to undo is over
 */
export async function removePasskeys(trx: Db, owners: readonly MailData[], canUndo = false): Promise<void> {
  const numbers = owners.map(({ providerId, contactId }) => ({ providerId, contactId }))
  // This removal is final, so it replaces a pending one that could still be undone.
  if (!canUndo && owners.length > 0) await deleteWaitingMails(trx, passkeyRemovalJob, numbers)
  const removed = canUndo ? null : await deletePasskeysOf(trx, owners)
  for (const owner of owners) {
    const { providerId, contactId, shop } = owner
    const later = { startAfter: undoDeadline() }
    if (!removed) await queueJob(trx, passkeyRemovalJob.name, { providerId, contactId, shop }, later)
    const names = removed?.get(contactId)
    const passkeyName = names?.filter((name) => name !== '').join(', ') ?? ''
    if (names) await queueMail(trx, passkeyRemovedMail, { ...owner, passkeyName })
  }
}

/**
 * Keeps the passkeys of a person who gets access back while their removal waits for its time; removes them after that.
 */
export async function keepPasskeys(trx: Db, { providerId, contactId, shop }: MailData): Promise<void> {
  if (!(await deleteWaitingMails(trx, passkeyRemovalJob, [{ providerId, contactId }])))
    await removePasskeys(trx, [{ providerId, contactId, shop }])
}

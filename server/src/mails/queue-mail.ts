import { findHold } from '../platform/database/outgoing.ts'
import type { Db } from '../platform/database/query.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { limits } from '../platform/limits/limits.ts'
import { countMail } from '../platform/limits/mail-limit.repository.ts'
import { queueJob } from '../platform/queue/job.ts'
import { forgetBounce } from './bounce.repository.ts'
import { type CollectedMailData, collectedMail } from './collected-mail.ts'
import { type Mail, type MailData } from './define-mail.ts'
import { findOwner } from './owner.repository.ts'
import { addNotices, isMailWaiting } from './waiting-mail.repository.ts'

/** Limits for mails of one company of the provider's to one address. */
const mailLimits = {
  'own-request': limits.ownRequestMails,
  access: limits.accessMails,
  notice: limits.noticeMails
} as const

interface QueueMailOptions<Data> {
  readonly id?: string
  /**
   * Data to queue for the next free time if the mail limit is reached; by default the mail is refused, or a notice is
   * collected.
   */
  readonly later?: Data
  /** Time before which the mail is not sent. */
  readonly startAfter?: Date | undefined
}

/** Adds a notice to the collected mail that waits for the recipient's mail limit, or queues a new collected mail. */
async function collectNotice(
  trx: Db,
  mail: string,
  data: MailData & { readonly to: string },
  next: () => Promise<Date | undefined>
) {
  const notices = [{ mail, data, at: new Date().toISOString() }]
  if (await addNotices(trx, collectedMail.name, data, notices)) return
  const { providerId, contactId, shop, to } = data
  const collected: CollectedMailData = { providerId, contactId, shop, to, notices }
  await queueJob(trx, collectedMail.name, collected, { startAfter: await next() })
}

/**
 * Queues a mail, which is sent once the transaction commits, if its recipient has not reached the limit for its
 * purpose.
 * @returns whether the mail was queued; false if it has no recipient or if a waiting mail has the same content
 * @throws Refusal `tooManyMails`, `addressMailsUsedUp`
 */
export async function queueMail<Data extends MailData>(
  trx: Db,
  { name, purpose }: Mail<Data>,
  data: Data,
  { id, later, startAfter }: QueueMailOptions<Data> = {}
): Promise<boolean> {
  const to = data.to ?? (await findOwner(trx, data))?.emailAddress
  if (!to) return false
  if (purpose === 'access') await forgetBounce(trx, data.providerId, to)
  const count = (when: 'now' | 'next') =>
    countMail(trx, mailLimits[purpose], [purpose, data.providerId, to.toLowerCase()], when)
  const options = { ...(id !== undefined && { id }), startAfter }
  if (await count('now')) {
    await queueJob(trx, name, { ...data, to }, options)
    return true
  }
  if (purpose === 'notice') {
    await collectNotice(trx, name, { ...data, to }, () => count('next'))
    return true
  }
  if (!later) throw new Refusal(mailLimits[purpose].refusal)
  // A waiting mail serves all later requests; otherwise strangers' requests would delay the owner's.
  if (purpose === 'own-request' && (await isMailWaiting(trx, name, { ...data, to }))) return false
  await queueJob(trx, name, { ...later, to }, { ...options, startAfter: await count('next') })
  return true
}

/**
 * Refuses a request for a mail while outgoing mails are on hold, so that no answer claims that a mail was sent.
 * @throws Refusal `outgoingOnHold`
 */
export async function checkOutgoing(db: Db): Promise<void> {
  if ((await findHold(db)) !== null) throw new Refusal('outgoingOnHold')
}

import type { JobContext } from '../../feature/services.ts'
import { findHold } from '../../platform/database/outgoing.ts'
import type { Db } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { inTrace, newTrace, readTrace } from '../../platform/lib/trace.ts'
import { queueJob } from '../../platform/queue/job.ts'
import { readChangePage } from '../change/change.repository.ts'
import { webhookDeliveryJob } from './webhook-delivery.job.ts'
import {
  type TakenWebhook,
  hasManyDue,
  listWebhookPlaces,
  moveWebhook,
  placeWebhook,
  takeWebhook
} from './webhook.repository.ts'

const changesAtOnce = 100

/**
 * Turns new changes of a webhook into jobs, in the transaction that moves the webhook's position, so that each becomes
 * a job exactly once.
 * @returns whether more changes can be queued at once
 */
async function takeInChanges(trx: Db, id: number, webhook: TakenWebhook): Promise<boolean> {
  const { providerId, txid, changeId } = webhook
  const page = await readChangePage(
    trx,
    providerId,
    { txid, id: changeId },
    { limit: changesAtOnce, byPersonsOnly: true }
  )
  // A receiver with thousands of due jobs slows down the search for everybody else's jobs, so it waits.
  if (!page.last || (await hasManyDue(trx, id))) return false
  for (const change of page.changes)
    // Without a trace of the save, all attempts share a new one.
    await inTrace(readTrace(change.trace) ?? newTrace(), () =>
      queueJob(trx, webhookDeliveryJob.name, { webhookId: id, changeId: change.id })
    )
  await moveWebhook(trx, id, page.last)
  return page.hasMore
}

/**
 * Queues jobs for new changes; several processes may do so at once.
 * @returns whether a webhook has more changes, which wait until each other webhook had a turn
 */
export async function queueDeliveries({ db, log }: Pick<JobContext, 'db' | 'log'>): Promise<boolean> {
  const webhooks = await listWebhookPlaces(db)
  // This includes sleeping webhooks and a hold of outgoing: the server may soon count past the position.
  for (const { id, isAhead } of webhooks) if (isAhead) await placeWebhook(db, id)
  // The audit keeps changes that come in the meantime anyway.
  if (webhooks.length === 0 || (await findHold(db)) !== null) return false
  let hasMore = false
  for (const { id } of webhooks) {
    await inTransaction(db, async (trx) => {
      const webhook = await takeWebhook(trx, id)
      return webhook !== undefined && (await takeInChanges(trx, id, webhook))
    })
      .then((more) => (hasMore ||= more))
      .catch((error: unknown) => log.warn({ err: error, id }, 'the changes of a webhook could not be taken in'))
  }
  return hasMore
}

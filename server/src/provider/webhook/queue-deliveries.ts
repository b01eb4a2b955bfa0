import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { findHold } from '../../platform/database/outgoing.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { queueJob } from '../../platform/queue/job.ts'
import type { JobContext } from '../../platform/services.ts'
import { readChangePage } from '../change/change.repository.ts'
import { insertDeliveries, takeDueDeliveries } from './delivery.repository.ts'
import { moveWebhook, takeWebhook, type TakenWebhook } from './webhook.repository.ts'
import { webhookDeliveryName } from './webhook-delivery.job.ts'

const changesAtOnce = 100

// A receiver that does not answer has one delivery at work, so that however many there are, others do not wait for it.
const atOnce = { working: 10, failing: 1 }

/** New changes become deliveries, in the transaction that moves the webhook on: neither twice nor never. */
async function takeInChanges(trx: Kysely<Tables>, id: number, webhook: TakenWebhook): Promise<void> {
  const { company } = webhook
  const page = await readChangePage(trx, company, webhook, { limit: changesAtOnce, byPersonsOnly: true })
  if (page.last) {
    await insertDeliveries(
      trx,
      id,
      page.changes.map((change) => change.id)
    )
    await moveWebhook(trx, id, page.last)
  } else if (page.isAhead) {
    // The database was restored into another server, where the change has another transaction (`placeInThisServer`).
    const { rows } = await sql<{ txid: string }>`select txid::text from audit_entries where id = ${webhook.id}`.execute(
      trx
    )
    await moveWebhook(trx, id, { txid: rows[0]?.txid ?? '0', id: webhook.id })
  }
}

/** Makes jobs of the deliveries that are due. Several processes may do it at once. */
export async function queueDeliveries({ db }: Pick<JobContext, 'db'>): Promise<void> {
  const webhooks = await db.selectFrom('webhooks').select('id').orderBy('id').execute()
  // Jobs that wait would be queued once more whenever the time of their deliveries runs out.
  if (webhooks.length === 0 || (await findHold(db)) !== null) return
  for (const { id } of webhooks) {
    await inTransaction(db, async (trx) => {
      const webhook = await takeWebhook(trx, id)
      if (!webhook) return
      await takeInChanges(trx, id, webhook)
      const changeIds = await takeDueDeliveries(trx, id, webhook.failing ? atOnce.failing : atOnce.working)
      for (const changeId of changeIds) await queueJob(trx, webhookDeliveryName, { webhookId: id, changeId })
    })
  }
}

import { sql } from 'kysely'
import { type Db, timesAsText, type WithDates } from '../../platform/database/query.ts'
import { restartJobs } from '../../platform/queue/job.repository.ts'
import type { JobName } from '../../platform/queue/job.ts'

/** The key of a delivery: receiver and change. */
export interface DeliveryKey {
  readonly webhookId: number
  readonly changeId: number
}

export const webhookDeliveryName: JobName<DeliveryKey> = 'webhook-delivery'

/** One that was given up. */
export interface FailedDelivery extends DeliveryKey {
  readonly url: string
  readonly attempts: number
  readonly failedAt: string
  readonly reason: string
}

// A receiver that does not answer has one delivery at work, so that however many there are, others do not wait for it.
const atOnce = { working: 10, failing: 1 }

/** Webhooks whose receiver has enough to do, or that nobody has confirmed yet. */
export async function findBusyWebhooks(db: Db): Promise<Pick<DeliveryKey, 'webhookId'>[]> {
  const { rows } = await sql<Pick<DeliveryKey, 'webhookId'>>`
    select webhooks.id as "webhookId"
    from webhooks join jobs on kind = ${webhookDeliveryName} and (data->>'webhookId')::int = webhooks.id
    where ended_at is null and state = 'running' and due_at > now()
    group by webhooks.id having count(*) >= case when failing then ${atOnce.failing}::int else ${atOnce.working}::int end
    union select id from webhooks where sleeping`.execute(db)
  return rows
}

/** Tells whether a thousand deliveries of a webhook are due; those that wait for another attempt are not. */
export async function hasManyDue(db: Db, webhookId: number): Promise<boolean> {
  const { rows } = await sql`
    select from jobs where kind = ${webhookDeliveryName} and ended_at is null and due_at <= now()
      and data @> ${JSON.stringify({ webhookId })}::jsonb offset 999 limit 1`.execute(db)
  return rows.length > 0
}

/** Lists deliveries that were given up, the oldest first. */
export async function listFailedDeliveries(db: Db): Promise<FailedDelivery[]> {
  const { rows } = await sql<WithDates<FailedDelivery, 'failedAt'>>`
    select webhooks.id as "webhookId", (data->>'changeId')::bigint as "changeId", url, attempts, ended_at as "failedAt",
           coalesce(reason, '') as reason
    from jobs join webhooks on webhooks.id = (data->>'webhookId')::int
    where kind = ${webhookDeliveryName} and state = 'failed' order by ended_at, data->'changeId'`.execute(db)
  return rows.map(timesAsText)
}

/**
 * Begins anew with deliveries that were given up.
 * @param changeId of that change alone; default: of all
 * @returns the number of deliveries
 */
export const resendFailedDeliveries = (db: Db, webhookId: number, changeId: number | undefined): Promise<number> =>
  restartJobs(db, { kinds: [webhookDeliveryName], data: { webhookId, changeId } })

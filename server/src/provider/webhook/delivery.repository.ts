import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

/** What names a delivery: whom, and which change. */
export interface DeliveryKey {
  readonly webhookId: number
  readonly changeId: number
}

/** One that was given up. */
export interface FailedDelivery extends DeliveryKey {
  readonly url: string
  readonly attempts: number
  readonly failedAt: string
  readonly reason: string
}

export async function insertDeliveries(
  trx: Kysely<Tables>,
  webhookId: number,
  changeIds: readonly number[]
): Promise<void> {
  await trx
    .insertInto('webhook_deliveries')
    .values(changeIds.map((change_id) => ({ webhook_id: webhookId, change_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** How long a job may take before another one does its work: it ends by itself before. */
const takenSeconds = 120

/**
 * Takes what is due, the oldest first.
 * @param most at work at once
 */
export async function takeDueDeliveries(trx: Kysely<Tables>, webhookId: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ changeId: number }>`
    update webhook_deliveries set taken_until = now() + make_interval(secs => ${takenSeconds})
    where webhook_id = ${webhookId} and change_id in (
      select change_id from webhook_deliveries
      where webhook_id = ${webhookId} and failed_at is null and due_at <= now() and coalesce(taken_until <= now(), true)
      order by change_id
      limit greatest(0, ${most}::int - (
        select count(*) from webhook_deliveries where webhook_id = ${webhookId} and taken_until > now())))
    returning change_id as "changeId"`.execute(trx)
  return rows.map(({ changeId }) => changeId)
}

/** A delivery that is still wanted, and how often it was tried. */
export async function findDelivery(
  db: Kysely<Tables>,
  { webhookId, changeId }: DeliveryKey
): Promise<
  { readonly company: number; readonly url: string; readonly secret: string; readonly attempts: number } | undefined
> {
  return db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .select(['company', 'url', 'secret', 'attempts'])
    .where('webhook_id', '=', webhookId)
    .where('webhook_deliveries.change_id', '=', changeId)
    .where('failed_at', 'is', null)
    .executeTakeFirst()
}

// The webhook before its delivery, as in its removal: in another order each would wait for the other.
export async function noteDelivered(trx: Kysely<Tables>, { webhookId, changeId }: DeliveryKey): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ failing: false })
    .where('id', '=', webhookId)
    .where('failing', '=', true)
    .execute()
  await trx
    .deleteFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .where('change_id', '=', changeId)
    .execute()
}

// Those that most senders of webhooks have: quick at first, and for three days.
const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

/** Tries again later; after three days no more. */
export async function noteFailure(
  trx: Kysely<Tables>,
  { webhookId, changeId }: DeliveryKey,
  attempts: number,
  reason: string
): Promise<void> {
  const pause = pauses[attempts]
  await trx
    .updateTable('webhooks')
    .set({ failing: true })
    .where('id', '=', webhookId)
    .where('failing', '=', false)
    .execute()
  await sql`
    update webhook_deliveries
    set attempts = ${attempts + 1}, taken_until = null, reason = ${reason},
        due_at = now() + make_interval(secs => ${pause ?? 0}),
        failed_at = case when ${pause === undefined} then now() end
    where webhook_id = ${webhookId} and change_id = ${changeId}`.execute(trx)
}

/** What was given up, the oldest first. */
export async function listFailedDeliveries(db: Kysely<Tables>): Promise<FailedDelivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .select(['webhook_id', 'webhook_deliveries.change_id', 'url', 'attempts', 'failed_at', 'reason'])
    .where('failed_at', 'is not', null)
    .orderBy('failed_at')
    .orderBy('webhook_deliveries.change_id')
    .execute()
  return rows.map((row) => ({
    webhookId: row.webhook_id,
    changeId: row.change_id,
    url: row.url,
    attempts: row.attempts,
    failedAt: row.failed_at?.toISOString() ?? '',
    reason: row.reason ?? ''
  }))
}

/**
 * Begins anew with what was given up.
 * @param changeId of that change alone; default: of all
 * @returns how many
 */
export async function resendFailedDeliveries(
  db: Kysely<Tables>,
  webhookId: number,
  changeId: number | undefined
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({ attempts: 0, failed_at: null, due_at: sql<Date>`now()` })
    .where('webhook_id', '=', webhookId)
    .where('failed_at', 'is not', null)
    .$if(changeId !== undefined, (query) => query.where('change_id', '=', changeId ?? 0))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

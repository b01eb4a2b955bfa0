import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

/** The key of a delivery: receiver and change. */
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
  await sql`
    insert into webhook_deliveries (webhook_id, change_id)
    select ${webhookId}::int, unnest(${changeIds}::bigint[]) on conflict do nothing`.execute(trx)
}

/** Time after which another job takes over the work of a job: a job ends by itself before. */
const takenSeconds = 120

/**
 * Takes due deliveries, the oldest first.
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
export async function findDelivery(db: Kysely<Tables>, { webhookId, changeId }: DeliveryKey) {
  const { rows } = await sql<{ company: number; url: string; secret: string; attempts: number }>`
    select company, url, secret, attempts
    from webhook_deliveries as delivery join webhooks on webhooks.id = webhook_id
    where webhook_id = ${webhookId} and delivery.change_id = ${changeId} and failed_at is null`.execute(db)
  return rows[0]
}

// The webhook before its delivery, as in its removal: in another order each would wait for the other.
export async function noteDelivered(trx: Kysely<Tables>, { webhookId, changeId }: DeliveryKey): Promise<void> {
  await sql`update webhooks set failing = false where id = ${webhookId} and failing`.execute(trx)
  await sql`delete from webhook_deliveries where webhook_id = ${webhookId} and change_id = ${changeId}`.execute(trx)
}

// Pauses that most senders of webhooks have: quick at first, and for three days.
const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

/** Tries again later; after three days no more. */
export async function noteFailure(
  trx: Kysely<Tables>,
  { webhookId, changeId }: DeliveryKey,
  attempts: number,
  reason: string
): Promise<void> {
  const pause = pauses[attempts]
  await sql`update webhooks set failing = true where id = ${webhookId} and not failing`.execute(trx)
  await sql`
    update webhook_deliveries
    set attempts = ${attempts + 1}, taken_until = null, reason = ${reason},
        due_at = now() + make_interval(secs => ${pause ?? 0}),
        failed_at = case when ${pause === undefined} then now() end
    where webhook_id = ${webhookId} and change_id = ${changeId}`.execute(trx)
}

/** Lists deliveries that were given up, the oldest first. */
export async function listFailedDeliveries(db: Kysely<Tables>): Promise<FailedDelivery[]> {
  const { rows } = await sql<Omit<FailedDelivery, 'failedAt'> & { failedAt: Date }>`
    select webhook_id as "webhookId", delivery.change_id as "changeId", url, attempts, failed_at as "failedAt",
           coalesce(reason, '') as reason
    from webhook_deliveries as delivery join webhooks on webhooks.id = webhook_id
    where failed_at is not null order by failed_at, delivery.change_id`.execute(db)
  return rows.map((row) => ({ ...row, failedAt: row.failedAt.toISOString() }))
}

/**
 * Begins anew with deliveries that were given up.
 * @param changeId of that change alone; default: of all
 * @returns the number of deliveries
 */
export async function resendFailedDeliveries(
  db: Kysely<Tables>,
  webhookId: number,
  changeId: number | undefined
): Promise<number> {
  const { rows } = await sql`
    update webhook_deliveries set attempts = 0, failed_at = null, due_at = now()
    where webhook_id = ${webhookId} and failed_at is not null and change_id = coalesce(${changeId ?? null}, change_id)
    returning change_id`.execute(db)
  return rows.length
}

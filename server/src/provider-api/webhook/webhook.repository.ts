import { sql } from 'kysely'
import { type Db, type WithDates, timesAsText } from '../../platform/database/query.ts'
import { inSameTransaction } from '../../platform/database/transaction.ts'
import { removeJobs, restartJobs } from '../../platform/queue/job.repository.ts'
import { jobName } from '../../platform/queue/job.ts'
import type { ChangePosition } from '../change/change.repository.ts'

/** A webhook in the form for operators, without its secret. */
export interface ListedWebhook {
  readonly id: number
  readonly providerId: number
  readonly url: string
  readonly createdAt: string
  /** Whether the webhook's last delivery failed. */
  readonly failing: boolean
  /** Whether the webhook came from a backup and gets nothing until an operator confirms it. */
  readonly sleeping: boolean
  /** Number of deliveries that wait for their first or next attempt. */
  readonly waiting: number
  /** Number of given-up deliveries. */
  readonly failed: number
  /** Failure of the last given-up delivery. */
  readonly reason: string | null
  readonly nextTryAt: string | null
}

/** Inserts a webhook that gets changes from now on, including those of running saves. */
export async function insertWebhook(
  db: Db,
  { providerId, url, secret }: { readonly providerId: number; readonly url: string; readonly secret: string }
): Promise<number> {
  const { id } = await db
    .insertInto('webhooks')
    .values({ provider_id: providerId, url, secret, txid: sql<string>`pg_snapshot_xmin(pg_current_snapshot())` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function listWebhooks(db: Db): Promise<ListedWebhook[]> {
  const { rows } = await sql<WithDates<ListedWebhook, 'createdAt' | 'nextTryAt'>>`
    select webhooks.id, provider_id as "providerId", url, created_at as "createdAt", failing, sleeping,
           count(*) filter (where state in ('waiting', 'running')) as waiting,
           count(*) filter (where state = 'failed') as failed,
           min(due_at) filter (where state = 'waiting') as "nextTryAt",
           (array_agg(split_part(reason, ${'\n'}, 1) order by started_at desc) filter (where reason is not null))[1] as reason
    from webhooks left join jobs on kind = ${webhookDeliveryName} and (data->>'webhookId')::int = webhooks.id
      and (ended_at is null or state in ('failed', 'refused'))
    group by webhooks.id order by webhooks.id`.execute(db)
  return rows.map(timesAsText)
}

/** Deletes a webhook and its waiting deliveries. @returns whether there was one with this number */
export async function deleteWebhook(db: Db, id: number): Promise<boolean> {
  return inSameTransaction(db, async (trx) => {
    // Jobs are locked before the webhook, as at the end of a job: another order could deadlock.
    await removeJobs(trx, webhookDeliveryName, { webhookId: id })
    const { rows } = await sql`delete from webhooks where id = ${id} returning id`.execute(trx)
    return rows.length > 0
  })
}

export async function findWebhook(db: Db, id: number) {
  const { rows } = await sql<{ providerId: number; url: string; secret: string }>`
    select provider_id as "providerId", url, secret from webhooks where id = ${id}`.execute(db)
  return rows[0]
}

/** Puts all webhooks of a restored database to sleep, and returns their number. */
export async function sleepWebhooks(trx: Db): Promise<number> {
  const { rows } = await sql`update webhooks set sleeping = true returning id`.execute(trx)
  return rows.length
}

/** Wakes a webhook, to which the server then sends the missed changes. @returns whether the webhook exists */
export async function confirmWebhook(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`update webhooks set sleeping = false where id = ${id} returning id`.execute(db)
  return rows.length > 0
}

/** Notes whether the webhook's last delivery failed: a failing webhook gets one delivery at a time. */
export async function noteFailing(db: Db, id: number, failing: boolean): Promise<void> {
  await sql`update webhooks set failing = ${failing} where id = ${id} and failing <> ${failing}`.execute(db)
}

/** A webhook whose turn it is; no other process can take it until the transaction ends. */
export interface TakenWebhook {
  readonly providerId: number
  readonly txid: string
  /** Last change that became a delivery; 0 before the first one. */
  readonly changeId: number
}

export async function takeWebhook(trx: Db, id: number): Promise<TakenWebhook | undefined> {
  const { rows } = await sql<TakenWebhook>`
    select provider_id as "providerId", txid::text, change_id as "changeId"
    from webhooks where id = ${id} and not sleeping for update skip locked`.execute(trx)
  return rows[0]
}

export async function moveWebhook(trx: Db, id: number, position: ChangePosition): Promise<void> {
  await sql`
    update webhooks set txid = ${position.txid}, change_id = ${position.id} where id = ${id}`.execute(trx)
}

const xmin = sql`pg_snapshot_xmin(pg_current_snapshot())`

// The database was restored into another server, which has not yet reached the transaction's number.
const isAhead = sql<boolean>`webhooks.txid >= pg_snapshot_xmax(pg_current_snapshot())`

/**
 * Moves a webhook whose position comes from another server: before the first change that it lacks since it was added,
 * or to the present if there is none (`renumberRestoredEntries` has moved the changes). While a transaction older than that
 * change runs, the position stays ahead of the server's count: a position before that transaction would come before all
 * moved changes.
 */
export async function placeWebhook(db: Db, id: number): Promise<void> {
  await sql`
    update webhooks set
      txid = case when next.txid >= ${xmin} then '9223372036854775807' else coalesce(next.txid, ${xmin}) end,
      change_id = case when next.txid >= ${xmin} then webhooks.change_id else greatest(webhooks.change_id, next.id - 1) end
    from webhooks as stored left join lateral (
      select txid, audit_entries.id from audit_entries
      where provider_id = stored.provider_id
        and case when stored.change_id > 0 then audit_entries.id >= stored.change_id else at >= stored.created_at end
      order by audit_entries.id limit 1
    ) as next on true
    where webhooks.id = ${id} and stored.id = webhooks.id and ${isAhead}`.execute(db)
}

export async function listWebhookPlaces(db: Db): Promise<{ readonly id: number; readonly isAhead: boolean }[]> {
  const { rows } = await sql<{ id: number; isAhead: boolean }>`
    select id, ${isAhead} as "isAhead" from webhooks order by id`.execute(db)
  return rows
}

export interface DeliveryKey {
  readonly webhookId: number
  readonly changeId: number
}

export const webhookDeliveryName = jobName<DeliveryKey>('webhook-delivery')

export interface FailedDelivery extends DeliveryKey {
  readonly url: string
  readonly attempts: number
  readonly failedAt: string
  readonly reason: string
}

// A receiver that does not answer gets one delivery at a time, so that any number of such receivers does not delay the
// others.
const atOnce = { working: 10, failing: 1 }

/** Finds the webhooks whose receiver is busy, or that nobody has confirmed yet. */
export async function findBusyWebhooks(db: Db): Promise<Pick<DeliveryKey, 'webhookId'>[]> {
  const { rows } = await sql<Pick<DeliveryKey, 'webhookId'>>`
    select webhooks.id as "webhookId"
    from webhooks join jobs on kind = ${webhookDeliveryName} and (data->>'webhookId')::int = webhooks.id
    where ended_at is null and state = 'running' and due_at > now()
    group by webhooks.id having count(*) >= case when failing then ${atOnce.failing}::int else ${atOnce.working}::int end
    union select id from webhooks where sleeping`.execute(db)
  return rows
}

/** Tells whether a webhook has a thousand due deliveries, not counting those that wait for another attempt. */
export async function hasManyDue(db: Db, webhookId: number): Promise<boolean> {
  const { rows } = await sql`
    select from jobs where kind = ${webhookDeliveryName} and ended_at is null and due_at <= now()
      and data @> ${JSON.stringify({ webhookId })}::jsonb offset 999 limit 1`.execute(db)
  return rows.length > 0
}

/** Lists given-up deliveries, the oldest first. */
export async function listFailedDeliveries(db: Db): Promise<FailedDelivery[]> {
  const { rows } = await sql<WithDates<FailedDelivery, 'failedAt'>>`
    select webhooks.id as "webhookId", (data->>'changeId')::bigint as "changeId", url, attempts, ended_at as "failedAt",
           coalesce(reason, '') as reason
    from jobs join webhooks on webhooks.id = (data->>'webhookId')::int
    where kind = ${webhookDeliveryName} and state = 'failed' order by ended_at, data->'changeId'`.execute(db)
  return rows.map(timesAsText)
}

/**
 * Restarts given-up deliveries.
 * @param changeId only of this change; default: of all
 * @returns the number of deliveries
 */
export const resendFailedDeliveries = (db: Db, webhookId: number, changeId: number | undefined): Promise<number> =>
  restartJobs(db, { kinds: [webhookDeliveryName], data: { webhookId, changeId } })

import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { ChangePosition } from '../change/change-cursor.ts'

/** A webhook as an operator sees it: without its secret. */
export interface ListedWebhook {
  readonly id: number
  readonly company: number
  readonly url: string
  readonly createdAt: string
  /** Whether its last delivery failed. */
  readonly failing: boolean
  /** The number of deliveries to be made, or made again. */
  readonly waiting: number
  /** The number of deliveries that were given up. */
  readonly failed: number
}

/** Inserts a webhook that begins with changes from now on, those of running saves included. */
export async function insertWebhook(
  db: Kysely<Tables>,
  { company, url, secret }: { readonly company: number; readonly url: string; readonly secret: string }
): Promise<number> {
  const { id } = await db
    .insertInto('webhooks')
    .values({ company, url, secret, txid: sql<string>`pg_snapshot_xmin(pg_current_snapshot())` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function listWebhooks(db: Kysely<Tables>): Promise<ListedWebhook[]> {
  const { rows } = await sql<Omit<ListedWebhook, 'createdAt'> & { createdAt: Date }>`
    select webhooks.id, company, url, created_at as "createdAt", failing,
           count(deliveries.webhook_id) filter (where deliveries.failed_at is null) as waiting,
           count(deliveries.webhook_id) filter (where deliveries.failed_at is not null) as failed
    from webhooks left join webhook_deliveries as deliveries on deliveries.webhook_id = webhooks.id
    group by webhooks.id order by webhooks.id`.execute(db)
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
}

/** @returns whether there was one of this number; its waiting deliveries go with it */
export async function deleteWebhook(db: Kysely<Tables>, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('webhooks').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** A webhook whose turn it is; no other process has it until the transaction ends. */
export interface TakenWebhook extends ChangePosition {
  readonly company: number
  readonly failing: boolean
}

export async function takeWebhook(trx: Kysely<Tables>, id: number): Promise<TakenWebhook | undefined> {
  const { rows } = await sql<TakenWebhook>`
    select company, failing, txid::text, change_id as id
    from webhooks where id = ${id} for update skip locked`.execute(trx)
  return rows[0]
}

export async function moveWebhook(trx: Kysely<Tables>, id: number, position: ChangePosition): Promise<void> {
  await trx.updateTable('webhooks').set({ txid: position.txid, change_id: position.id }).where('id', '=', id).execute()
}

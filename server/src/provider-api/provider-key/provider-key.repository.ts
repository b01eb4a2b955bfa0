import { sql } from 'kysely'
import { type Db, timesAsText, type WithDates } from '../../platform/database/query.ts'
import type { SharedGauges } from '../../platform/metrics/metric.ts'
import type { KeyScope } from './provider-key.ts'

/** A key that may be used now. */
export interface ProviderKey {
  readonly id: number
  readonly providerId: number
  readonly name: string
  readonly scopes: readonly string[]
}

export interface NewProviderKey extends Omit<ProviderKey, 'id'> {
  readonly scopes: readonly KeyScope[]
  readonly hash: Buffer
  readonly expiresAt: Date
}

export async function insertKey(db: Db, key: NewProviderKey): Promise<number> {
  const { providerId, name, scopes, hash, expiresAt } = key
  const { id } = await db
    .insertInto('provider_keys')
    .values({ provider_id: providerId, name, scopes: [...scopes], key_hash: hash, expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface ListedKey {
  readonly id: number
  readonly providerId: number
  readonly name: string
  readonly scopes: readonly string[]
  readonly createdAt: string
  readonly expiresAt: string
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
  /** Whether the key came from a backup and is invalid until an operator confirms it. */
  readonly sleeping: boolean
}

export async function listKeys(db: Db): Promise<ListedKey[]> {
  const { rows } = await sql<WithDates<ListedKey, 'createdAt' | 'expiresAt' | 'lastUsedAt' | 'revokedAt'>>`
    select id, provider_id as "providerId", name, scopes, created_at as "createdAt", expires_at as "expiresAt",
           last_used_at as "lastUsedAt", revoked_at as "revokedAt", sleeping
    from provider_keys order by id`.execute(db)
  return rows.map(timesAsText)
}

/** Gauge of the time when the first key in use expires; a key that was not used for 30 days does not count. */
export const keyGauges: SharedGauges = {
  gauges: { shared_provider_key_end_timestamp_seconds: ['When the first of the keys in use ends, in Unix time'] },
  async read({ db }) {
    const { rows } = await sql<{ end: Date | null }>`
      select min(expires_at) as end
      from provider_keys where revoked_at is null and not sleeping and last_used_at > now() - interval '30 days'`.execute(
      db
    )
    return rows[0]?.end ? [['shared_provider_key_end_timestamp_seconds', rows[0].end.getTime() / 1000]] : []
  }
}

/** Finds a key that is neither expired, revoked nor sleeping, and notes its use once a minute. */
export async function findKey(db: Db, hash: Buffer): Promise<ProviderKey | undefined> {
  const { rows } = await sql<ProviderKey & { readonly unnoted: boolean }>`
    select id, provider_id as "providerId", name, scopes, coalesce(last_used_at < now() - interval '1 minute', true) as unnoted
    from provider_keys where key_hash = ${hash} and revoked_at is null and expires_at > now() and not sleeping`.execute(
    db
  )
  if (!rows[0]) return undefined
  const { unnoted, ...key } = rows[0]
  if (unnoted) await sql`update provider_keys set last_used_at = now() where id = ${key.id}`.execute(db)
  return key
}

/**
 * Revokes a key, and ends every session that it opened.
 * @returns whether there is a key with this number
 */
export async function revokeKey(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    update provider_keys set revoked_at = coalesce(revoked_at, now()), sleeping = false where id = ${id} returning id`.execute(
    db
  )
  return rows.length > 0
}

/** Puts the keys of a restored database to sleep until they are confirmed, and returns their number. */
export async function sleepKeys(trx: Db): Promise<number> {
  const { rows } = await sql`
    update provider_keys set sleeping = true
    where revoked_at is null and expires_at > now() returning id`.execute(trx)
  return rows.length
}

/**
 * Wakes a key that came from a backup.
 * @returns whether there is a key with this number
 */
export async function confirmKey(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`update provider_keys set sleeping = false where id = ${id} returning id`.execute(db)
  return rows.length > 0
}

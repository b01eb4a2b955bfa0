import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { KeyScope } from './provider-key.ts'

/** A key that may be used now. */
export interface ProviderKey {
  readonly id: number
  readonly provider: number
  readonly name: string
  readonly scopes: readonly string[]
}

export interface NewProviderKey extends Omit<ProviderKey, 'id'> {
  readonly scopes: readonly KeyScope[]
  readonly hash: Buffer
  readonly expiresAt: Date
}

export async function insertKey(db: Kysely<Tables>, key: NewProviderKey): Promise<number> {
  const { provider, name, scopes, hash, expiresAt } = key
  const { id } = await db
    .insertInto('provider_keys')
    .values({ company: provider, name, scopes: [...scopes], key_hash: hash, expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A key as operators see it. */
export interface ListedKey {
  readonly id: number
  readonly company: number
  readonly name: string
  readonly scopes: readonly string[]
  readonly createdAt: string
  readonly expiresAt: string
  readonly lastUsedAt: string | null
  readonly revokedAt: string | null
}

export async function listKeys(db: Kysely<Tables>): Promise<ListedKey[]> {
  const key = ['id', 'company', 'name', 'scopes', 'created_at', 'expires_at', 'last_used_at', 'revoked_at'] as const
  const rows = await db.selectFrom('provider_keys').select(key).orderBy('id').execute()
  const text = (date: Date | null) => date?.toISOString() ?? null
  return rows.map(({ id, company, name, scopes, ...row }) => ({
    id,
    company,
    name,
    scopes,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: text(row.last_used_at),
    revokedAt: text(row.revoked_at)
  }))
}

/** Finds a key that is neither expired nor revoked, and notes that it is used, once a minute. */
export async function findKey(db: Kysely<Tables>, hash: Buffer): Promise<ProviderKey | undefined> {
  const { rows } = await sql<ProviderKey & { readonly unnoted: boolean }>`
    select id, company as provider, name, scopes, coalesce(last_used_at < now() - interval '1 minute', true) as unnoted
    from provider_keys where key_hash = ${hash} and revoked_at is null and expires_at > now()`.execute(db)
  if (!rows[0]) return undefined
  const { unnoted, ...key } = rows[0]
  if (unnoted) await sql`update provider_keys set last_used_at = now() where id = ${key.id}`.execute(db)
  return key
}

/**
 * Ends a key, and with it every session that it opened.
 * @returns whether there is a key of this number
 */
export async function revokeKey(db: Kysely<Tables>, id: number): Promise<boolean> {
  const { rows } = await sql`
    update provider_keys set revoked_at = coalesce(revoked_at, now()) where id = ${id} returning id`.execute(db)
  return rows.length > 0
}

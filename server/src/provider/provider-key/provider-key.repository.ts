import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Scope } from './scopes.ts'

/** A key that may be used now. */
export interface ProviderKey {
  readonly id: number
  readonly company: number
  readonly name: string
  readonly scopes: readonly string[]
}

export interface NewProviderKey extends Omit<ProviderKey, 'id'> {
  readonly scopes: readonly Scope[]
  readonly hash: Buffer
  readonly expiresAt: Date
}

export async function insertKey(db: Kysely<Tables>, key: NewProviderKey): Promise<number> {
  const { company, name, scopes, hash, expiresAt } = key
  const { id } = await db
    .insertInto('provider_keys')
    .values({ company, name, scopes: [...scopes], key_hash: hash, expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function listKeys(db: Kysely<Tables>) {
  return db
    .selectFrom('provider_keys')
    .select(['id', 'company', 'name', 'scopes', 'created_at', 'expires_at', 'last_used_at', 'revoked_at'])
    .orderBy('id')
    .execute()
}

/** Finds a key that is neither expired nor revoked, and notes that it is used, once a minute. */
export async function findKey(db: Kysely<Tables>, hash: Buffer): Promise<ProviderKey | undefined> {
  const found = await db
    .selectFrom('provider_keys')
    .select(['id', 'company', 'name', 'scopes'])
    .select(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`.as('unnoted'))
    .where('key_hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!found) return undefined
  const { unnoted, ...key } = found
  if (unnoted) {
    await db
      .updateTable('provider_keys')
      .set({ last_used_at: sql`now()` })
      .where('id', '=', key.id)
      .execute()
  }
  return key
}

/**
 * Ends a key, and with it every session that it opened.
 * @returns whether there is a key of this number
 */
export async function revokeKey(db: Kysely<Tables>, id: number): Promise<boolean> {
  const key = await db
    .updateTable('provider_keys')
    .set({ revoked_at: sql`coalesce(revoked_at, now())` })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return key !== undefined
}

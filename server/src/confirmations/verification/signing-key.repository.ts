import { sql } from 'kysely'
import type { Db } from '../../platform/database/query.ts'
import type { PublicKeys, SigningKey } from './jws.ts'

/** Reads all keys that ever signed, the newest first. */
export async function readPublicKeys(db: Db): Promise<PublicKeys> {
  const { rows } = await sql<{ id: string; publicKey: string }>`
    select key_id as id, public_key as "publicKey" from signing_keys order by first_used_at desc`.execute(db)
  return new Map(rows.map(({ id, publicKey }) => [id, publicKey]))
}

/** Stores the public half of a key for all processes that check letters. */
export async function insertPublicKey(db: Db, key: Pick<SigningKey, 'id' | 'publicKey'>): Promise<void> {
  await sql`
    insert into signing_keys (key_id, public_key) values (${key.id}, ${key.publicKey})
    on conflict do nothing`.execute(db)
}

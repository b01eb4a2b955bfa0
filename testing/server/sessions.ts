import { randomUUID } from 'node:crypto'
import type { Db } from '../../server/src/platform/database/query.ts'
import { newToken, tokenHash } from '../../server/src/platform/lib/tokens.ts'
import type { TestUser } from './company.ts'

/** Puts a session into the database, as after a login, and gives its token. */
export async function openSession(db: Db, { company, id, pvaid }: TestUser): Promise<string> {
  const token = newToken()
  const expires_at = new Date(Date.now() + 30 * 60_000)
  const session = {
    provider_id: company,
    customer_id: id,
    contact_id: pvaid,
    family: randomUUID(),
    kind: 'access' as const,
    expires_at,
    user_agent: 'a test'
  }
  await db
    .insertInto('sessions')
    .values({ ...session, token_hash: tokenHash(token) })
    .execute()
  return token
}

import { randomUUID } from 'node:crypto'
import type { Db } from '../../server/src/platform/database/query.ts'
import { newToken, tokenHash } from '../../server/src/platform/lib/tokens.ts'
import type { TestShopUser } from './customer.ts'

/** Puts a session into the database, as after a login, and gives its token. */
export async function openSession(db: Db, { providerId, customerId, contactId }: TestShopUser): Promise<string> {
  const token = newToken()
  const expires_at = new Date(Date.now() + 30 * 60_000)
  const session = {
    provider_id: providerId,
    customer_id: customerId,
    contact_id: contactId,
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

import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Pool } from 'pg'

// The columns and conditions that the server reads, whose answers a floor needs as well.
const session = {
  name: 'session',
  text: `
    select s.provider_id, s.customer_id, s.contact_id, s.family, s.shop, c.person_id, u.rights, u.email_address,
           s.logged_in_at > now() - interval '10 minutes' as has_fresh_login,
           u.password_must_change and s.provider_key is null as password_must_change,
           s.last_used_at < now() - interval '1 minute' as stale
    from sessions s
    join contacts c on c.provider_id = s.provider_id and c.contact_id = s.contact_id
    join shop_users u on u.provider_id = s.provider_id and u.contact_id = s.contact_id
    where s.token_hash = $1 and s.kind = 'access' and s.revoked_at is null and s.expires_at > now() and c.active and u.rights <> 0
      and (s.provider_key is null or exists (select from provider_keys k where (k.provider_id, k.id) = (s.provider_id, s.provider_key)
        and k.revoked_at is null and k.expires_at > now()))`
}

/** The hash of a token by which the database knows its session. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Reads the caller of a session's token in one named statement. */
export async function findCaller(pool: Pool, { headers }: FastifyRequest): Promise<any> {
  const [caller] = (await pool.query({ ...session, values: [tokenHash(headers.authorization ?? '')] })).rows
  return caller
}

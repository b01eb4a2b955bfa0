import { sql } from 'kysely'
import type { SessionEntry } from '@customer-center/contract/session-list'
import type { Db } from '../../platform/database/query.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import { keyIsValidSql } from './caller.repository.ts'
import { deviceName, type UserAgent } from './user-agent.ts'

/** Limit of listed sessions; sessions beyond it can still be ended together with all others. */
const maxSessions = 100

interface FoundSession {
  readonly family: string
  readonly user_agent: UserAgent
  readonly last_used_at: Date
}

/**
 * Lists the caller's active sessions: the current one first, the others by last use. A family of tokens is one session.
 */
export async function listSessions(
  db: Db,
  { providerId, contactId, family }: Pick<Caller, 'providerId' | 'contactId' | 'family'>
): Promise<SessionEntry[]> {
  const { rows } = await sql<FoundSession>`
    select family, max(user_agent) as user_agent, max(last_used_at) as last_used_at
    from sessions
    where provider_id = ${providerId} and contact_id = ${contactId}
      and revoked_at is null and rotated_at is null and expires_at > now() and ${sql.raw(keyIsValidSql)}
    group by family
    order by family <> ${family}::uuid, max(last_used_at) desc
    limit ${maxSessions}`.execute(db)
  return rows.map((row) => ({
    sessionId: row.family,
    device: deviceName(row.user_agent),
    lastUsedAt: row.last_used_at.toISOString(),
    isCurrent: row.family === family
  }))
}

/** Tells whether a session with this id belongs to the person, so that nobody ends another person's session. */
export async function isSessionOf(db: Db, { providerId, contactId }: PersonKey, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from sessions
    where provider_id = ${providerId} and contact_id = ${contactId} and family::text = ${sessionId} limit 1`.execute(db)
  return rows.length > 0
}

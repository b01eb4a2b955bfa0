import { sql, type RawBuilder } from 'kysely'
import { rightName } from '@customer-center/contract/rights'
import { prepared } from '../../platform/database/prepared.ts'
import { type Db, query } from '../../platform/database/query.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { tokenHash } from '../../platform/lib/tokens.ts'
import type { UserAgent } from './user-agent.ts'

/** SQL condition: the session has not outlived the provider key that opened it. */
export const keyIsGoodSql = `(sessions.provider_key is null or exists (
  select from provider_keys where (provider_keys.company, provider_keys.id) = (sessions.company, sessions.provider_key)
    and provider_keys.revoked_at is null and provider_keys.expires_at > now()))`

/** SQL condition: the session has not ended, and its person may still log in. */
export const activeSessionSql = `sessions.revoked_at is null and sessions.expires_at > now() and contacts.active and shop_users.rights <> 0
  and ${keyIsGoodSql}`

// A session's end is moved after a tenth of its length ($2, in minutes), so that the shortest session is extended too,
// and after a minute at most, because a session may end early by that much. A session that a shop's server began has no
// user agent ($3) before its first call.
const writeAfter = `least(make_interval(secs => $2::int * 6), interval '1 minute')`

const columns = `
  sessions.company as provider, sessions.id as customer, sessions.pvaid as contact, sessions.family, sessions.shop,
  contacts.contact_company as "contactCompany", contacts.contact_id as "personId", shop_users.rights,
  shop_users.email_address as "emailAddress", sessions.logged_in_at > now() - interval '10 minutes' as "hasFreshLogin",
  shop_users.password_must_change and sessions.provider_key is null as "passwordMustChange"`

const activeSessions = `
  from sessions
  join contacts on contacts.company = sessions.company and contacts.pvaid = sessions.pvaid
  join shop_users on shop_users.company = sessions.company and shop_users.pvaid = sessions.pvaid
  where sessions.kind = 'access' and ${activeSessionSql}`

const callerStatement = prepared(`
  select ${columns}, sessions.last_used_at < now() - ${writeAfter} or (sessions.user_agent is null and $3::text is not null) as stale
  ${activeSessions} and sessions.token_hash = $1`)

const familyStatement = `select ${columns} ${activeSessions} and sessions.family = $1 limit 1`

interface FoundCaller extends Omit<Caller, 'right' | 'shop'> {
  readonly rights: number
  readonly shop: string | null
}

const toCaller = ({ rights, shop, ...caller }: FoundCaller): Caller => ({
  ...caller,
  right: rightName(rights),
  shop: shop ?? undefined
})

const extendSession = async (db: Db, hash: Buffer, lifetimes: Lifetimes, userAgent: UserAgent): Promise<void> => {
  await sql`
    update sessions set last_used_at = now(), expires_at = ${idleEnd(sql.ref('logged_in_at'), lifetimes)},
      user_agent = coalesce(user_agent, ${userAgent})
    where token_hash = ${hash} and revoked_at is null`.execute(db)
}

/**
 * Finds the caller with this access token, if the session is active. Extends the session, though not with each call:
 * see `writeAfter`.
 */
export async function findCaller(
  db: Db,
  token: string,
  userAgent: UserAgent,
  lifetimes: Lifetimes
): Promise<Caller | undefined> {
  const hash = tokenHash(token)
  const values = [hash, lifetimes.sessionMinutes, userAgent]
  const [found] = await query<FoundCaller & { stale: boolean }>(db, callerStatement, values)
  if (!found) return undefined
  const { stale, ...caller } = found
  if (stale) await extendSession(db, hash, lifetimes, userAgent)
  return toCaller(caller)
}

/** Finds the person of a login that has not ended, for a request that carries no token of it. */
export async function findCallerOfLogin(db: Db, family: string): Promise<Caller | undefined> {
  const [found] = await query<FoundCaller>(db, familyStatement, [family])
  return found && toCaller(found)
}

export interface Lifetimes {
  readonly sessionMinutes: number
  readonly refreshHours: number
}

/** Returns an SQL expression for the end of a login, however often it is used and renewed. */
export function familyEnd(loggedInAt: RawBuilder<unknown>, { refreshHours }: Pick<Lifetimes, 'refreshHours'>) {
  return sql<Date>`${loggedInAt} + make_interval(hours => ${refreshHours}::int)`
}

/** Returns an SQL expression for the end of an access token that is not used again; never after its family. */
export function idleEnd(loggedInAt: RawBuilder<unknown>, lifetimes: Lifetimes) {
  const { sessionMinutes } = lifetimes
  return sql<Date>`least(now() + make_interval(mins => ${sessionMinutes}::int), ${familyEnd(loggedInAt, lifetimes)})`
}

/** SQL expression for the seconds until a token that has just been stored ends. */
export const secondsLeft = sql<number>`floor(extract(epoch from expires_at - now()))::int`.as('expiresIn')

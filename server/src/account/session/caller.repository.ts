import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { rightName } from '@customer-center/contract/rights'
import { personHeader } from '@customer-center/contract/session'
import type { Config } from '../../platform/config/config.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Db } from '../../platform/database/query.ts'
import type { Authentication } from '../../platform/http/auth.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { sessionCookieName } from '../../platform/http/session-cookie.ts'
import { tokenHash } from '../../platform/lib/tokens.ts'
import { userAgentOf, type UserAgent } from './user-agent.ts'

/**
 * Returns the token of the header, bare or after `Bearer`; without one, the token of the cookie for the page's origin.
 */
function tokenOf(request: FastifyRequest, config: Config): string | undefined {
  const { authorization } = request.headers
  if (authorization) return authorization.replace(/^Bearer +/i, '')
  const name = sessionCookieName(request, config)
  return name === undefined ? undefined : request.cookies[name]
}

/**
 * Tells whether the cookie now belongs to another person than the tab's; the tab must not send requests in that
 * person's name.
 */
function isOther(request: FastifyRequest, caller: Caller): boolean {
  const { authorization, [personHeader.toLowerCase()]: meant } = request.headers
  return !authorization && meant !== undefined && meant !== sessionOwnerHash(caller)
}

/** Reads the caller from the session's token with one query. */
export function authenticateBySession(db: Db, config: Config): Authentication {
  return {
    tokenOf: (request) => tokenOf(request, config) || undefined,
    async findCaller(request, token) {
      const caller = await findCaller(db, token, userAgentOf(request), config)
      if (!caller || isOther(request, caller)) return undefined
      // A session of one shop is not valid in another.
      const { providerId = caller.providerId, shop = caller.shop } = config
      if (caller.providerId !== providerId || (caller.shop ?? shop) !== shop) return undefined
      return { ...caller, shop }
    },
    nameCaller(request, reply, caller) {
      const { authorization, [personHeader.toLowerCase()]: meant } = request.headers
      if (!authorization && meant === undefined) void reply.header(personHeader, sessionOwnerHash(caller))
    }
  }
}

/**
 * Hashes the owner of a session: all sessions of a contact of a customer have the same hash, and no others have it. The hash
 * has no key, so the number can be found by trying all numbers; only answers to the person's own sessions contain it.
 */
export function sessionOwnerHash({
  providerId,
  customerId,
  contactId
}: Pick<Caller, 'providerId' | 'customerId' | 'contactId'>): string {
  return hash('sha256', `person ${providerId} ${customerId} ${contactId}`, 'base64url').slice(0, 22)
}

/** SQL condition: the session has not outlived the provider key that opened it. */
export const keyIsValidSql = `(sessions.provider_key is null or exists (
  select from provider_keys where (provider_keys.provider_id, provider_keys.id) = (sessions.provider_id, sessions.provider_key)
    and provider_keys.revoked_at is null and provider_keys.expires_at > now()))`

/** SQL condition: the session has not ended, and its person may still log in. */
export const activeSessionSql = `sessions.revoked_at is null and sessions.expires_at > now() and contacts.active and shop_users.rights <> 0
  and ${keyIsValidSql}`

// A session is extended once a tenth of its length ($2, in minutes) has passed, so that the shortest session is
// extended, too, but after at most a minute, since a session may end early by the time between two extensions. A
// session that a shop's server began has no user agent ($3) before its first call.
const writeAfter = `least(make_interval(secs => $2::int * 6), interval '1 minute')`

const columns = `
  sessions.provider_id as "providerId", sessions.customer_id as "customerId", sessions.contact_id as "contactId", sessions.family, sessions.shop,
  contacts.person_id as "personId", shop_users.rights,
  shop_users.email_address as "emailAddress", sessions.logged_in_at > now() - interval '10 minutes' as "hasFreshLogin",
  shop_users.password_must_change and sessions.provider_key is null as "passwordMustChange"`

const activeSessions = `
  from sessions
  join contacts on contacts.provider_id = sessions.provider_id and contacts.contact_id = sessions.contact_id
  join shop_users on shop_users.provider_id = sessions.provider_id and shop_users.contact_id = sessions.contact_id
  where sessions.kind = 'access' and ${activeSessionSql}`

const callersByToken = prepared<FoundCaller & { stale: boolean }>(`
  select ${columns}, sessions.last_used_at < now() - ${writeAfter} or (sessions.user_agent is null and $3::text is not null) as stale
  ${activeSessions} and sessions.token_hash = $1`)

const callersByFamily = prepared<FoundCaller>(`
  select ${columns} ${activeSessions} and sessions.family = $1 limit 1`)

interface FoundCaller extends Omit<Caller, 'right' | 'shop'> {
  readonly rights: number
  readonly shop: string | null
}

const toCaller = ({ rights, shop, ...caller }: FoundCaller): Caller => ({
  ...caller,
  right: rightName(rights),
  shop: shop ?? undefined
})

const extendSession = async (db: Db, hashed: Buffer, lifetimes: Lifetimes, userAgent: UserAgent): Promise<void> => {
  await sql`
    update sessions set last_used_at = now(), expires_at = ${idleEnd(sql.ref('logged_in_at'), lifetimes)},
      user_agent = coalesce(user_agent, ${userAgent})
    where token_hash = ${hashed} and revoked_at is null`.execute(db)
}

/**
 * Finds the caller with this access token, if the session is active. Extends the session, but not with each call
 * (`writeAfter`).
 */
async function findCaller(
  db: Db,
  token: string,
  userAgent: UserAgent,
  lifetimes: Lifetimes
): Promise<Caller | undefined> {
  const hashed = tokenHash(token)
  const values = [hashed, lifetimes.sessionMinutes, userAgent]
  const [found] = await callersByToken(db, values)
  if (!found) return undefined
  const { stale, ...caller } = found
  if (stale) await extendSession(db, hashed, lifetimes, userAgent)
  return toCaller(caller)
}

/** Finds the person of an active login, for a request without a token. */
export async function findCallerOfLogin(db: Db, family: string): Promise<Caller | undefined> {
  const [found] = await callersByFamily(db, [family])
  return found && toCaller(found)
}

export interface Lifetimes {
  readonly sessionMinutes: number
  readonly refreshHours: number
}

/** Returns an SQL expression for the end of a login, which use and renewal do not move. */
export function familyEnd(loggedInAt: RawBuilder<unknown>, { refreshHours }: Pick<Lifetimes, 'refreshHours'>) {
  return sql<Date>`${loggedInAt} + make_interval(hours => ${refreshHours}::int)`
}

/**
 * Returns an SQL expression for the end of an access token that is not used again, which is never after the end of its
 * family.
 */
export function idleEnd(loggedInAt: RawBuilder<unknown>, lifetimes: Lifetimes) {
  const { sessionMinutes } = lifetimes
  return sql<Date>`least(now() + make_interval(mins => ${sessionMinutes}::int), ${familyEnd(loggedInAt, lifetimes)})`
}

/** SQL expression for the seconds until a token that has just been stored ends. */
export const secondsLeft = sql<number>`floor(extract(epoch from expires_at - now()))::int`.as('expiresIn')

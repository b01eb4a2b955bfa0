import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/query.ts'
import { expiringTable } from '../../platform/database/retention.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { newToken, tokenHash } from '../../platform/lib/tokens.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import { noteLogin, notingLogins } from '../contact-access/contact-access.repository.ts'
import { activeSessionSql, type Lifetimes, familyEnd, idleEnd, secondsLeft } from './caller.repository.ts'
import { type LoginPlace, noteBrowser } from './login-mark.repository.ts'
import type { UserAgent } from './user-agent.ts'

export interface SessionOwner extends PersonKey {
  readonly customerId: number
}

/** A login that was just checked, with the values that were checked. */
export interface VerifiedLogin extends SessionOwner {
  readonly userName: string
  readonly passwordHash: string
}

export interface TokenPair {
  readonly access: string
  readonly refresh: string
  /** Seconds after which the access token expires without a call. */
  readonly expiresIn: number
  /** Marks that the browser keeps after a login, to be known at the next one. */
  readonly marks?: readonly string[]
}

/** A login's tokens, and the browser and address from which it comes. */
interface Family extends SessionOwner {
  readonly family: string
  readonly user_agent: UserAgent
  /** The shop in which the login began, by its appKey. */
  readonly shop: string | null
  /** A time by the database's clock. */
  readonly logged_in_at: Date | RawBuilder<Date>
}

async function addTokens(
  db: Db,
  { family, providerId, customerId, contactId, user_agent, shop, logged_in_at }: Family,
  lifetimes: Lifetimes
): Promise<TokenPair> {
  const [access, refresh] = [newToken(), newToken()]
  const refreshHash = tokenHash(refresh)
  const common = {
    family,
    provider_id: providerId,
    customer_id: customerId,
    contact_id: contactId,
    user_agent,
    shop,
    logged_in_at
  }
  const login = sql`${logged_in_at}::timestamptz`
  const [row] = await db
    .insertInto('sessions')
    .values([
      {
        ...common,
        kind: 'access',
        token_hash: tokenHash(access),
        refresh_hash: refreshHash,
        expires_at: idleEnd(login, lifetimes)
      },
      { ...common, kind: 'refresh', token_hash: refreshHash, expires_at: familyEnd(login, lifetimes) }
    ])
    .returning(secondsLeft)
    .execute()
  if (!row) throw new Error('Tokens were not stored.')
  return { access, refresh, expiresIn: row.expiresIn }
}

/**
 * Sessions with their owners. The right and the active flag are read each time, so that a change takes effect with the
 * next request.
 */
const sessionsWithOwner = sql`
  sessions
  join contacts on contacts.provider_id = sessions.provider_id and contacts.contact_id = sessions.contact_id
  join shop_users on shop_users.provider_id = sessions.provider_id and shop_users.contact_id = sessions.contact_id`

/**
 * Tells whether the values that were checked outside the transaction are still current. Locks their rows until the
 * transaction ends, so that a change of the address, password, right or active flag waits, and then ends all sessions,
 * including the new one. Locks the contact before the shop user, as a save of a contact does.
 */
async function isStillValid(tx: Db, { providerId, contactId, userName, passwordHash }: VerifiedLogin) {
  const { rows } = await sql`
    select from contacts
    join shop_users on shop_users.provider_id = contacts.provider_id and shop_users.contact_id = contacts.contact_id
    where contacts.provider_id = ${providerId} and contacts.contact_id = ${contactId} and contacts.active and shop_users.rights <> 0
      and shop_users.email_address = ${userName} and shop_users.password_hash = ${passwordHash}
    for share of contacts, shop_users`.execute(tx)
  return rows.length > 0
}

/**
 * Begins a login with a new family of tokens.
 * @returns undefined when the login was changed since its password was checked
 */
export function startSession(
  db: Db,
  verified: VerifiedLogin,
  place: LoginPlace,
  lifetimes: Lifetimes
): Promise<TokenPair | undefined> {
  return inTransaction(db, async (tx) => {
    if (!(await isStillValid(tx, verified))) {
      await notingLogins(place.way, [{ person: verified, reason: 'changed-meanwhile' }]).execute(tx)
      return undefined
    }
    await noteLogin(tx, verified, place.way)
    const marks = await noteBrowser(tx, verified, place)
    const begun = { user_agent: place.userAgent, shop: place.shop ?? null, logged_in_at: sql<Date>`now()` }
    const family = { ...verified, ...begun, family: randomUUID() }
    return { ...(await addTokens(tx, family, lifetimes)), marks }
  })
}

/**
 * Locks a family, so that its renewal, end and switch wait for each other. Without the lock, tokens of a concurrent
 * renewal would outlive the end.
 */
async function lockFamily(tx: Db, family: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${family}, 0))`.execute(tx)
}

// Locks the owner as `isStillValid` does. The lock is a separate statement, because a statement sees only data
// committed before it began: if the lock waited for a change, the next statement has to see which sessions that change
// ended.
async function lockOwner(tx: Db, refreshHash: Buffer): Promise<void> {
  await sql`
    select from ${sessionsWithOwner} where sessions.token_hash = ${refreshHash}
    for share of contacts, shop_users`.execute(tx)
}

// Locks rows in the order of the hashes, as `endSessionsOfContacts` does; different orders would deadlock.
const tokensOf = (family: string) =>
  sql<Buffer>`(select token_hash from sessions where family = ${family} order by token_hash for update)`

function revokeFamily(tx: Db, family: string) {
  return sql`
    update sessions set revoked_at = now() where token_hash in ${tokensOf(family)} and revoked_at is null`.execute(tx)
}

/**
 * Consumes a refresh token and ends its access token, which a client does not need after a renewal. Does both in one
 * statement, in the order of `tokensOf`.
 */
async function useUp(tx: Db, family: string, refreshHash: Buffer): Promise<void> {
  await sql`
    update sessions set
      rotated_at = case kind when 'refresh' then now() end,
      revoked_at = case kind when 'access' then coalesce(revoked_at, now()) else revoked_at end
    where token_hash in (
      select token_hash from sessions
      where family = ${family}::uuid and (token_hash = ${refreshHash} or refresh_hash = ${refreshHash})
      order by token_hash for update)`.execute(tx)
}

// The window is long enough for a client that got no answer and repeats the call after a pause, and too short to use a
// token found in some file.
const isRepeated = sql`sessions.rotated_at > now() - interval '30 seconds'`

interface Renewable extends Family {
  readonly rotated_at: Date | null
  readonly isRepeated: boolean | null
  readonly isActive: boolean
}

/**
 * Exchanges a refresh token for a new pair of tokens. For half a minute the token can be exchanged again, for another
 * pair, because the first answer may be lost or two tabs may renew at once. A later use means that two parties have the
 * token, so it ends the family. No pair outlives the login.
 * @param providerId accepts only customers of this company of the provider's
 * @returns undefined when the session cannot be renewed
 */
export async function renewSession(
  db: Db,
  refreshToken: string,
  lifetimes: Lifetimes,
  providerId?: number
): Promise<TokenPair | undefined> {
  const hash = tokenHash(refreshToken)
  return inTransaction(db, async (tx) => {
    const found = await sql<Pick<Family, 'family'>>`
      select family from sessions
      where token_hash = ${hash} and kind = 'refresh' and provider_id = coalesce(${providerId ?? null}, provider_id)`.execute(
      tx
    )
    const [named] = found.rows
    if (!named) return undefined
    await lockFamily(tx, named.family)
    await lockOwner(tx, hash)
    const { rows } = await sql<Renewable>`
      select sessions.*, sessions.provider_id as "providerId", sessions.customer_id as "customerId", sessions.contact_id as "contactId", ${isRepeated} as "isRepeated", ${sql.raw(activeSessionSql)} as "isActive"
      from ${sessionsWithOwner} where sessions.token_hash = ${hash}`.execute(tx)
    const [session] = rows
    if (session?.rotated_at && !session.isRepeated) await revokeFamily(tx, named.family)
    if (!session?.isActive || (session.rotated_at && !session.isRepeated)) return undefined
    if (!session.rotated_at) await useUp(tx, named.family, hash)
    return addTokens(tx, session, lifetimes)
  })
}

/** Ends a login: all its tokens become invalid at once. */
export async function endSession(db: Db, family: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockFamily(tx, family)
    await revokeFamily(tx, family)
  })
}

/**
 * Ends all sessions of these contacts except the family `kept`, in the transaction of the change that makes them
 * invalid.
 */
export async function endSessionsOfContacts(
  trx: Db,
  providerId: number,
  contacts: readonly number[],
  kept: string | null = null
): Promise<void> {
  if (contacts.length === 0) return
  await sql`update sessions set revoked_at = now() where token_hash in (
    select token_hash from sessions
    where provider_id = ${providerId} and contact_id = any(${contacts}::int[]) and revoked_at is null
      and (${kept}::uuid is null or family <> ${kept}::uuid)
    order by token_hash for update)`.execute(trx)
}

/**
 * Gives the login's tokens to another shop user.
 * @returns false if that person's login has changed since its check
 */
export function switchSession(db: Db, family: string, verified: VerifiedLogin): Promise<boolean> {
  const { providerId, customerId, contactId } = verified
  return inTransaction(db, async (tx) => {
    await lockFamily(tx, family)
    if (!(await isStillValid(tx, verified))) return false
    const owner = {
      provider_id: providerId,
      customer_id: customerId,
      contact_id: contactId,
      logged_in_at: sql<Date>`now()`
    }
    await tx.updateTable('sessions').set(owner).where('token_hash', 'in', tokensOf(family)).execute()
    return true
  })
}

/** Retention of sessions: for a day after its end, a second use of a session's refresh token is recognised. */
export const sessionRetention = expiringTable(
  'sessions',
  'a day after their end, which `SESSION_MINUTES` and `REFRESH_HOURS` give',
  () => sql`expires_at < now() - interval '1 day'`
)

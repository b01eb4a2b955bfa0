import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/query.ts'
import { expires } from '../../platform/database/retention.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { newToken, tokenHash } from '../../platform/lib/tokens.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'
import { noteLogin, notingLogins } from '../contact-access/contact-access.repository.ts'
import { activeSessionSql, type Lifetimes, familyEnd, idleEnd, secondsLeft } from './caller.repository.ts'
import { type LoginPlace, noteBrowser } from './login-mark.repository.ts'
import type { UserAgent } from './user-agent.ts'

/** The person to whom a session belongs. */
export interface SessionOwner extends PersonKey {
  readonly customer: number
}

/** A login whose password was just checked, with what was checked. */
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
  { family, provider, customer, contact, user_agent, shop, logged_in_at }: Family,
  lifetimes: Lifetimes
): Promise<TokenPair> {
  const [access, refresh] = [newToken(), newToken()]
  const refreshHash = tokenHash(refresh)
  const common = { family, company: provider, id: customer, pvaid: contact, user_agent, shop, logged_in_at }
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

/** The right and the active flag are read each time, so that a change of them counts with the next request. */
const sessionsWithOwner = sql`
  sessions
  join contacts on contacts.company = sessions.company and contacts.pvaid = sessions.pvaid
  join shop_users on shop_users.company = sessions.company and shop_users.pvaid = sessions.pvaid`

/**
 * Tells whether the facts that were checked outside the transaction still hold. Locks them until the transaction ends:
 * a change of the address, password, right or active flag waits, and then ends the sessions, including these. Locks the
 * contact before the shop user, as a save of a contact does.
 */
async function isStillValid(tx: Db, { provider, contact, userName, passwordHash }: VerifiedLogin) {
  const { rows } = await sql`
    select from contacts
    join shop_users on shop_users.company = contacts.company and shop_users.pvaid = contacts.pvaid
    where contacts.company = ${provider} and contacts.pvaid = ${contact} and contacts.active and shop_users.rights <> 0
      and shop_users.email_address = ${userName} and shop_users.password_hash = ${passwordHash}
    for share of contacts, shop_users`.execute(tx)
  return rows.length > 0
}

/**
 * Begins a family of tokens: those of one login.
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
 * Locks a family, so that renewing, ending and switching it wait for each other: otherwise tokens that a renewal just
 * made would outlive the end.
 */
async function lockFamily(tx: Db, family: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${family}, 0))`.execute(tx)
}

// Locks the owner as `isStillValid` does. It is a statement of its own: a statement sees the data of when it begins,
// and the next one has to see which sessions a change has ended for which this lock waited.
async function lockOwner(tx: Db, refreshHash: Buffer): Promise<void> {
  await sql`
    select from ${sessionsWithOwner} where sessions.token_hash = ${refreshHash}
    for share of contacts, shop_users`.execute(tx)
}

// Locks in the order of the hashes, as `endSessionsOfContacts` does: two in different orders would wait for each
// other for ever.
const tokensOf = (family: string) =>
  sql<Buffer>`(select token_hash from sessions where family = ${family} order by token_hash for update)`

function revokeFamily(tx: Db, family: string) {
  return sql`
    update sessions set revoked_at = now() where token_hash in ${tokensOf(family)} and revoked_at is null`.execute(tx)
}

/**
 * Uses a refresh token up, and ends the access token that came with it, which a client needs no more once it has
 * renewed. Does both in one statement, in the order of `tokensOf`.
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

// The window is long enough for a client that repeats a call without an answer after a pause, and too short for a token
// found in some file.
const isRepeated = sql`sessions.rotated_at > now() - interval '30 seconds'`

interface Renewable extends Family {
  readonly rotated_at: Date | null
  readonly isRepeated: boolean | null
  readonly isActive: boolean
}

/**
 * Trades a refresh token for a new pair. For half a minute it may be traded again, for a pair of its own: the first
 * answer was lost, or two tabs have renewed at once. A token that is used after that is in two hands, so the family
 * ends. No pair outlives the login's end.
 * @param provider only of a customer of this company of the provider's
 * @returns undefined when the session cannot be renewed
 */
export async function renewSession(
  db: Db,
  refreshToken: string,
  lifetimes: Lifetimes,
  provider?: number
): Promise<TokenPair | undefined> {
  const hash = tokenHash(refreshToken)
  return inTransaction(db, async (tx) => {
    const found = await sql<Pick<Family, 'family'>>`
      select family from sessions
      where token_hash = ${hash} and kind = 'refresh' and company = coalesce(${provider ?? null}, company)`.execute(tx)
    const [named] = found.rows
    if (!named) return undefined
    await lockFamily(tx, named.family)
    await lockOwner(tx, hash)
    const { rows } = await sql<Renewable>`
      select sessions.*, sessions.company as provider, sessions.id as customer, sessions.pvaid as contact, ${isRepeated} as "isRepeated", ${sql.raw(activeSessionSql)} as "isActive"
      from ${sessionsWithOwner} where sessions.token_hash = ${hash}`.execute(tx)
    const [session] = rows
    if (session?.rotated_at && !session.isRepeated) await revokeFamily(tx, named.family)
    if (!session?.isActive || (session.rotated_at && !session.isRepeated)) return undefined
    if (!session.rotated_at) await useUp(tx, named.family, hash)
    return addTokens(tx, session, lifetimes)
  })
}

/** Ends a login: every token of it is dead at once. */
export async function endSession(db: Db, family: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockFamily(tx, family)
    await revokeFamily(tx, family)
  })
}

/** Ends every session of these contacts, or all but the family `kept`; in the transaction of what made them invalid. */
export async function endSessionsOfContacts(
  trx: Db,
  provider: number,
  contacts: readonly number[],
  kept: string | null = null
): Promise<void> {
  if (contacts.length === 0) return
  await sql`update sessions set revoked_at = now() where token_hash in (
    select token_hash from sessions
    where company = ${provider} and pvaid = any(${contacts}::int[]) and revoked_at is null
      and (${kept}::uuid is null or family <> ${kept}::uuid)
    order by token_hash for update)`.execute(trx)
}

/**
 * Gives the login's tokens to another shop user.
 * @returns false if that person's login has changed since its check
 */
export function switchSession(db: Db, family: string, verified: VerifiedLogin): Promise<boolean> {
  const { provider, customer, contact } = verified
  return inTransaction(db, async (tx) => {
    await lockFamily(tx, family)
    if (!(await isStillValid(tx, verified))) return false
    const owner = { company: provider, id: customer, pvaid: contact, logged_in_at: sql<Date>`now()` }
    await tx.updateTable('sessions').set(owner).where('token_hash', 'in', tokensOf(family)).execute()
    return true
  })
}

/** For a day after the end of a session, a second use of its refresh token is recognised. */
export const sessionRetention = expires(
  'sessions',
  'a day after their end, which `SESSION_MINUTES` and `REFRESH_HOURS` give',
  () => sql`expires_at < now() - interval '1 day'`
)

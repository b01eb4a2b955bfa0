import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { noteLogin } from '../contact-access/contact-access.repository.ts'
import { activeSessionSql } from './caller.repository.ts'
import { newToken, tokenHash } from './tokens.ts'
import type { UserAgent } from './user-agent.ts'

/** Whom a session belongs to. */
export interface SessionOwner {
  readonly company: number
  readonly id: number
  readonly pvaid: number
}

/** Whose password was just checked, and with what. */
export interface VerifiedLogin extends SessionOwner {
  readonly userName: string
  readonly passwordHash: string
}

export interface Lifetimes {
  readonly sessionMinutes: number
  readonly refreshHours: number
}

export interface TokenPair {
  readonly access: string
  readonly refresh: string
}

const minutes = (count: number) => sql<Date>`now() + make_interval(mins => ${count}::int)`
const hours = (count: number) => sql<Date>`now() + make_interval(hours => ${count}::int)`

async function addTokens(
  db: Kysely<Tables>,
  owner: SessionOwner,
  family: string,
  userAgent: UserAgent,
  { sessionMinutes, refreshHours }: Lifetimes
): Promise<TokenPair> {
  const pair = { access: newToken(), refresh: newToken() }
  const { company, id, pvaid } = owner
  const common = { family, company, id, pvaid, user_agent: userAgent }
  await db
    .insertInto('sessions')
    .values([
      { ...common, kind: 'access', token_hash: tokenHash(pair.access), expires_at: minutes(sessionMinutes) },
      { ...common, kind: 'refresh', token_hash: tokenHash(pair.refresh), expires_at: hours(refreshHours) }
    ])
    .execute()
  return pair
}

/** A right taken away or a contact made inactive counts with the next request: both are read each time. */
const isActive = sql<boolean>`${sql.raw(activeSessionSql)}`

function sessionsWithOwner(db: Kysely<Tables>) {
  return db
    .selectFrom('sessions')
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.company', '=', 'sessions.company').onRef('contacts.pvaid', '=', 'sessions.pvaid')
    )
    .innerJoin('shop_users', (join) =>
      join.onRef('shop_users.company', '=', 'sessions.company').onRef('shop_users.pvaid', '=', 'sessions.pvaid')
    )
}

/**
 * Whether what was checked outside the transaction is still true. Locks it until the transaction ends: a change of the address,
 * password, right or active flag waits, and then ends the sessions, including these. Locks the contact before the shop user, as
 * a save of a contact does.
 */
async function isStillValid(tx: Kysely<Tables>, { company, pvaid, userName, passwordHash }: VerifiedLogin) {
  const { rows } = await sql`
    select from contacts
    join shop_users on shop_users.company = contacts.company and shop_users.pvaid = contacts.pvaid
    where contacts.company = ${company} and contacts.pvaid = ${pvaid} and contacts.active and shop_users.rights <> 0
      and shop_users.email_address = ${userName} and shop_users.password_hash = ${passwordHash}
    for share of contacts, shop_users`.execute(tx)
  return rows.length > 0
}

/**
 * Begins a family of tokens: those of one login.
 * @returns undefined when the login was changed since its password was checked
 */
export function startSession(
  db: Kysely<Tables>,
  verified: VerifiedLogin,
  userAgent: UserAgent,
  lifetimes: Lifetimes
): Promise<TokenPair | undefined> {
  return inTransaction(db, async (tx) => {
    if (!(await isStillValid(tx, verified))) return undefined
    await noteLogin(tx, verified)
    return addTokens(tx, verified, randomUUID(), userAgent, lifetimes)
  })
}

/** Renewing, ending and switching a family wait for each other: else tokens that a renewal just made would outlive the end. */
async function lockFamily(tx: Kysely<Tables>, family: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${family}, 0))`.execute(tx)
}

// As in `isStillValid`. By itself: what the next statement sees is fixed when it begins, and it has to see what a change that
// was waited for has ended.
async function lockOwner(tx: Kysely<Tables>, refreshHash: Buffer): Promise<void> {
  await sessionsWithOwner(tx)
    .select('sessions.family')
    .where('sessions.token_hash', '=', refreshHash)
    .forShare(['contacts', 'shop_users'])
    .execute()
}

// In the order of their hashes, as `endSessionsOf` takes them: two in different orders would wait for each other for ever.
const tokensOf = (family: string) =>
  sql<Buffer>`(select token_hash from sessions where family = ${family} order by token_hash for update)`

function revokeFamily(tx: Kysely<Tables>, family: string) {
  return tx
    .updateTable('sessions')
    .set({ revoked_at: sql`now()` })
    .where('token_hash', 'in', tokensOf(family))
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * Trades a refresh token for a new pair. One that was traded before is in two hands, so the family ends.
 * @returns undefined when the session cannot be renewed
 */
export async function renewSession(
  db: Kysely<Tables>,
  refreshToken: string,
  lifetimes: Lifetimes
): Promise<TokenPair | undefined> {
  const hash = tokenHash(refreshToken)
  return inTransaction(db, async (tx) => {
    const named = await tx
      .selectFrom('sessions')
      .select('family')
      .where('token_hash', '=', hash)
      .where('kind', '=', 'refresh')
      .executeTakeFirst()
    if (!named) return undefined
    await lockFamily(tx, named.family)
    await lockOwner(tx, hash)
    const session = await sessionsWithOwner(tx)
      .select(['sessions.company', 'sessions.id', 'sessions.pvaid', 'sessions.rotated_at', 'sessions.user_agent'])
      .select(isActive.as('isActive'))
      .where('sessions.token_hash', '=', hash)
      .executeTakeFirst()
    if (session?.rotated_at) await revokeFamily(tx, named.family)
    if (!session?.isActive || session.rotated_at) return undefined
    await tx
      .updateTable('sessions')
      .set({ rotated_at: sql`now()` })
      .where('token_hash', '=', hash)
      .execute()
    return addTokens(tx, session, named.family, session.user_agent, lifetimes)
  })
}

/** Every token of the login is dead at once. */
export async function endSession(db: Kysely<Tables>, family: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockFamily(tx, family)
    await revokeFamily(tx, family)
  })
}

/** Ends every session of a shop user, or all but the family `kept`; in the transaction of what made them invalid. */
export async function endSessionsOf(
  trx: Kysely<Tables>,
  { company, pvaid }: Pick<SessionOwner, 'company' | 'pvaid'>,
  kept: string | null
): Promise<void> {
  await sql`update sessions set revoked_at = now() where token_hash in (
    select token_hash from sessions
    where company = ${company} and pvaid = ${pvaid} and revoked_at is null and (${kept}::uuid is null or family <> ${kept}::uuid)
    order by token_hash for update)`.execute(trx)
}

/**
 * Gives the login's tokens to another shop user.
 * @returns whether that one's login is still what was checked
 */
export function switchSession(db: Kysely<Tables>, family: string, verified: VerifiedLogin): Promise<boolean> {
  const { company, id, pvaid } = verified
  return inTransaction(db, async (tx) => {
    await lockFamily(tx, family)
    if (!(await isStillValid(tx, verified))) return false
    await tx.updateTable('sessions').set({ company, id, pvaid }).where('token_hash', 'in', tokensOf(family)).execute()
    return true
  })
}

/** Sessions stay a day after their end, so that a second use of a refresh token is recognised. */
export async function removeOldSessions(db: Kysely<Tables>): Promise<void> {
  await sql`delete from sessions where token_hash in (
    select token_hash from sessions where expires_at < now() - interval '1 day' for update skip locked)`.execute(db)
}

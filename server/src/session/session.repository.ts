import { randomUUID } from 'node:crypto'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { rightName } from '@customer-center/contract/rights'
import { prepared } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'
import type { AskedList } from '../http/access.ts'
import type { Caller } from '../http/caller.ts'
import { newToken, tokenHash } from './tokens.ts'

/** Whom a session belongs to. */
export interface Owner {
  readonly company: number
  readonly id: number
  readonly pvaid: number
}

/** Whose password was just checked, and with what. */
export interface Admitted extends Owner {
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
  owner: Owner,
  family: string,
  { sessionMinutes, refreshHours }: Lifetimes
): Promise<TokenPair> {
  const pair = { access: newToken(), refresh: newToken() }
  const { company, id, pvaid } = owner
  const common = { family, company, id, pvaid }
  await db
    .insertInto('sessions')
    .values([
      { ...common, kind: 'access', token_hash: tokenHash(pair.access), expires_at: minutes(sessionMinutes) },
      { ...common, kind: 'refresh', token_hash: tokenHash(pair.refresh), expires_at: hours(refreshHours) }
    ])
    .execute()
  return pair
}

const livingText = `sessions.revoked_at is null and sessions.expires_at > now() and contacts.active and shop_users.rights <> 0`

/** A right taken away or a contact made inactive counts with the next request: both are read each time. */
const living = sql<boolean>`${sql.raw(livingText)}`

// A tenth of the session's length ($2, in minutes), so that the shortest session slides too; a minute at most, because by so much
// a session may end early.
const writeAfter = `least(make_interval(secs => $2::int * 6), interval '1 minute')`

const callerText = `
  select sessions.company, sessions.id, sessions.pvaid, sessions.family, contacts.contact_company, contacts.contact_id,
         shop_users.rights, shop_users.email_address, shop_users.password_must_change, sessions.last_used_at < now() - ${writeAfter} as stale
  from sessions
  join contacts on contacts.company = sessions.company and contacts.pvaid = sessions.pvaid
  join shop_users on shop_users.company = sessions.company and shop_users.pvaid = sessions.pvaid
  where sessions.token_hash = $1 and sessions.kind = 'access' and ${livingText}`

const callerOf = prepared(callerText)
const callersWithList = new Map<string, string>()

/** The caller with a list in one statement. The list is read only if the right is in $3 and no generated password waits to be changed. */
function callerWithList(list: string): string {
  const known = callersWithList.get(list)
  if (known !== undefined) return known
  const text = prepared(`
  with caller as materialized (${callerText})
  select caller.*, case when caller.rights = any($3::int[]) and not caller.password_must_change then (${list}) end as list from caller`)
  callersWithList.set(list, text)
  return text
}

interface FoundCaller extends Owner {
  readonly family: string
  readonly contact_company: number
  readonly contact_id: number
  readonly rights: number
  readonly email_address: string
  readonly password_must_change: boolean
  readonly stale: boolean
  readonly list?: string | null
}

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

/** Who calls, and the text of the list that was asked for. */
interface Identified {
  readonly caller: Caller
  readonly list: string | null
}

/** Who holds the access token, and puts its end off; not with each call, see `writeAfter`. */
export async function findCaller(
  db: Kysely<Tables>,
  token: string,
  { sessionMinutes }: Lifetimes,
  asked?: AskedList
): Promise<Identified | undefined> {
  const hash = tokenHash(token)
  const query = asked
    ? CompiledQuery.raw(callerWithList(asked.sql), [hash, sessionMinutes, asked.rights])
    : CompiledQuery.raw(callerOf, [hash, sessionMinutes])
  const { rows } = await db.executeQuery<FoundCaller>(query)
  const [found] = rows
  if (!found) return undefined
  if (found.stale) {
    await db
      .updateTable('sessions')
      .set({ last_used_at: sql`now()`, expires_at: minutes(sessionMinutes) })
      .where('token_hash', '=', hash)
      .where('revoked_at', 'is', null)
      .execute()
  }
  const { company, id, pvaid, family } = found
  const caller = {
    company,
    id,
    pvaid,
    family,
    contactCompany: found.contact_company,
    contactId: found.contact_id,
    right: rightName(found.rights),
    emailAddress: found.email_address,
    passwordMustChange: found.password_must_change
  }
  return { caller, list: found.list ?? null }
}

/**
 * Whether what was checked outside the transaction still holds, and keeps it so until its end: whoever changes an address, a
 * password, a right or the active flag waits here, and ends the sessions afterwards, these among them. Contact before shop
 * user, as a save of a contact locks them.
 */
async function stillAdmitted(tx: Kysely<Tables>, { company, pvaid, userName, passwordHash }: Admitted) {
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
  admitted: Admitted,
  lifetimes: Lifetimes
): Promise<TokenPair | undefined> {
  return db.transaction().execute(async (tx) => {
    return (await stillAdmitted(tx, admitted)) ? addTokens(tx, admitted, randomUUID(), lifetimes) : undefined
  })
}

/** Renewing, ending and switching a family wait for each other: else tokens that a renewal just made would outlive the end. */
async function lockFamily(tx: Kysely<Tables>, family: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${family}, 0))`.execute(tx)
}

// As in `stillAdmitted`. By itself: what the next statement sees is fixed when it begins, and it has to see what a change that
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
  return db.transaction().execute(async (tx) => {
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
      .select(['sessions.company', 'sessions.id', 'sessions.pvaid', 'sessions.rotated_at', living.as('living')])
      .where('sessions.token_hash', '=', hash)
      .executeTakeFirst()
    if (session?.rotated_at) await revokeFamily(tx, named.family)
    if (!session?.living || session.rotated_at) return undefined
    await tx
      .updateTable('sessions')
      .set({ rotated_at: sql`now()` })
      .where('token_hash', '=', hash)
      .execute()
    return addTokens(tx, session, named.family, lifetimes)
  })
}

/** Every token of the login is dead at once. */
export async function endSession(db: Kysely<Tables>, family: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockFamily(tx, family)
    await revokeFamily(tx, family)
  })
}

/** Ends every session of a shop user, or all but the family `kept`; in the transaction of what made them invalid. */
export async function endSessionsOf(
  trx: Kysely<Tables>,
  { company, pvaid }: Pick<Owner, 'company' | 'pvaid'>,
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
export function switchSession(db: Kysely<Tables>, family: string, admitted: Admitted): Promise<boolean> {
  const { company, id, pvaid } = admitted
  return db.transaction().execute(async (tx) => {
    await lockFamily(tx, family)
    if (!(await stillAdmitted(tx, admitted))) return false
    await tx.updateTable('sessions').set({ company, id, pvaid }).where('token_hash', 'in', tokensOf(family)).execute()
    return true
  })
}

/** Kept a day beyond their end, so that a refresh token that is used twice is still known. */
export async function removeOldSessions(db: Kysely<Tables>): Promise<void> {
  await sql`delete from sessions where token_hash in (
    select token_hash from sessions where expires_at < now() - interval '1 day' for update skip locked)`.execute(db)
}

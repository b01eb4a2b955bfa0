import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

export interface AttemptKey {
  /** Hash of customer number and user name, known or not. */
  readonly account: string
  readonly address: string
}

/**
 * A user name as it is looked up and as its failures are counted: what the two took for the same differed in letters such as İ, which
 * PostgreSQL makes an i and JavaScript does not, so that each such spelling had guesses of its own.
 */
export function normalizeUserName(userName: string): string {
  return userName.toLowerCase()
}

/** Of a user name in any spelling that the look-up takes for the same. A hash, so that the table contains no names. */
export function accountKey(customerNumber: string, userName: string): string {
  return createHash('sha256')
    .update(`${customerNumber}\n${normalizeUserName(userName)}`)
    .digest('hex')
}

/** FailureCounts in the windows that count, and the seconds until the oldest one that matters leaves its window. */
export interface FailureCounts {
  readonly pair: number
  readonly pairFrees: number
  readonly address: number
  readonly addressFrees: number
  readonly account: number
  /** Whether the address has logged in to the account within 90 days. */
  readonly trusted: boolean
}

const window = sql`interval '15 minutes'`
const secondsLeft = sql`ceil(extract(epoch from min(at) + ${window} - now()))::int`

/** Counts with a lock on account and address, in this order, so that parallel tries see each other and never lock each other out. */
export async function countFailures(tx: Kysely<Tables>, { account, address }: AttemptKey): Promise<FailureCounts> {
  await sql`select pg_advisory_xact_lock(1, hashtext(${account}))`.execute(tx)
  await sql`select pg_advisory_xact_lock(2, hashtext(${address}))`.execute(tx)
  const { rows } = await sql<FailureCounts>`
    with pair as (
      select at from login_attempts
      where account = ${account} and address = ${address} and not succeeded and at > now() - ${window}
        and at > coalesce((select max(at) from login_attempts
                           where account = ${account} and address = ${address} and succeeded), '-infinity')
    ), place as (
      select at from login_attempts where address = ${address} and not succeeded and at > now() - ${window}
    )
    select (select count(*) from pair) as pair,
           (select coalesce(${secondsLeft}, 0) from pair) as "pairFrees",
           (select count(*) from place) as address,
           (select coalesce(${secondsLeft}, 0) from place) as "addressFrees",
           (select count(*) from login_attempts
            where account = ${account} and not succeeded and at > now() - interval '1 hour') as account,
           exists (select from login_attempts
                   where account = ${account} and address = ${address} and succeeded
                     and at > now() - interval '90 days') as trusted`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('Counting failed logins gave no row.')
  return found
}

/** Counts as failed until it has succeeded, so that tries under way count. */
export async function insertAttempt(tx: Kysely<Tables>, { account, address }: AttemptKey): Promise<number> {
  const { id } = await tx
    .insertInto('login_attempts')
    .values({ account, address, succeeded: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function markSucceeded(db: Kysely<Tables>, id: number): Promise<void> {
  await db.updateTable('login_attempts').set({ succeeded: true }).where('id', '=', id).execute()
}

export async function removeAttempt(db: Kysely<Tables>, id: number): Promise<void> {
  await db.deleteFrom('login_attempts').where('id', '=', id).execute()
}

/** What no rule counts any more. */
export async function removeOldAttempts(db: Kysely<Tables>): Promise<void> {
  await sql`
    delete from login_attempts
    where at < now() - interval '90 days' or (not succeeded and at < now() - interval '1 hour')`.execute(db)
}

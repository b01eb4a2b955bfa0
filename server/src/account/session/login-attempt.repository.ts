import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/query.ts'
import { expiringTable } from '../../platform/database/retention.ts'
import type { Networks } from '../../platform/http/client-address.ts'
import { limits } from '../../platform/limits/limits.ts'

export interface AttemptKey {
  /** Hash of customer number and user name, known or not. */
  readonly account: string
  readonly networks: Networks
}

/**
 * Normalises a user name. The look-up and the count of failures must both use this function: if they differed
 * (PostgreSQL lowercases İ to i, JavaScript does not), each spelling of a name would get additional guesses.
 */
export function normalizeUserName(userName: string): string {
  return userName.toLowerCase()
}

/**
 * Hashes a user name, so that the table contains no names. All spellings that the look-up treats as equal have the same
 * hash.
 */
export function accountKey(customerNumber: string, userName: string): string {
  return hash('sha256', `${customerNumber}\n${normalizeUserName(userName)}`)
}

export interface Failures {
  readonly count: number
  /** Seconds since the last failure. */
  readonly age: number
}

/** The seconds in which failures count. */
export interface FailureWindows {
  /** Failures of one account from one network. */
  readonly pair: number
  /** Failures of any account from one network. */
  readonly network: number
  /** Failures of one account from anywhere. */
  readonly account: number
}

export interface FailureCounts {
  readonly networks: readonly { readonly pair: Failures; readonly network: Failures }[]
  readonly account: Failures
  /** Whether somebody recently logged in to the account from the narrowest network. */
  readonly trusted: boolean
}

const seconds = (count: number) => sql`make_interval(secs => ${count})`
const failures = sql`json_build_object('count', count(at), 'age', coalesce(extract(epoch from now() - max(at)), 0))`

/**
 * Counts failures. Locks first the account and then the widest network, so that parallel tries see each other and
 * cannot deadlock.
 */
export async function countFailures(
  tx: Db,
  { account, networks }: AttemptKey,
  windows: FailureWindows
): Promise<FailureCounts> {
  const cidrs = networks.map(({ cidr }) => cidr)
  const [narrowest, widest] = [cidrs[0], cidrs.at(-1)]
  // The locks are a statement of their own: a statement sees the data of when it begins.
  await sql`
    select pg_advisory_xact_lock(1, hashtext(${account})), pg_advisory_xact_lock(2, hashtext(${widest}))`.execute(tx)
  const { rows } = await sql<FailureCounts>`
    with near as materialized (
      select account = ${account} as own, address, at from login_attempts
      where address <<= ${widest}::cidr and not succeeded
        and at > now() - ${seconds(Math.max(windows.pair, windows.network))}
    )
    select (select json_agg(json_build_object(
                     'pair', (select ${failures} from near
                              where own and address <<= cidr and at > now() - ${seconds(windows.pair)}),
                     'network', (select ${failures} from near
                                 where address <<= cidr and at > now() - ${seconds(windows.network)})) order by nr)
            from unnest(${cidrs}::cidr[]) with ordinality as network (cidr, nr)) as networks,
           (select ${failures} from login_attempts
            where account = ${account} and not succeeded and at > now() - ${seconds(windows.account)}) as account,
           exists (select from login_attempts
                   where account = ${account} and address = ${narrowest}::cidr and succeeded
                     and at > now() - ${seconds(limits.loginOfAccount.knownFor)}) as trusted`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('Counting failed logins gave no row.')
  return found
}

/** Records a try as failed until it succeeds, so that running tries count. */
export async function insertAttempt(tx: Db, { account, networks }: AttemptKey): Promise<number> {
  const attempt = { account, address: networks[0].cidr, succeeded: false }
  return (await tx.insertInto('login_attempts').values(attempt).returning('id').executeTakeFirstOrThrow()).id
}

/**
 * Marks a try as succeeded. Earlier failures of the account from the same address no longer count, since they were the
 * owner's typing errors.
 */
export async function markSucceeded(db: Db, id: number): Promise<void> {
  await sql`
    with success as (update login_attempts set succeeded = true where id = ${id} returning account, address)
    delete from login_attempts as earlier using success
    where earlier.account = success.account and earlier.address = success.address and earlier.id < ${id}`.execute(db)
}

/** Trusts an address as if the owner had logged in from it, after its user has proved the ownership in another way. */
export async function trustAddress(
  db: Db,
  { customerNumber, emailAddress }: { readonly customerNumber: string; readonly emailAddress: string },
  networks: Networks
): Promise<void> {
  await markSucceeded(db, await insertAttempt(db, { account: accountKey(customerNumber, emailAddress), networks }))
}

export async function removeAttempt(db: Db, id: number): Promise<void> {
  await sql`delete from login_attempts where id = ${id}`.execute(db)
}

/** Seconds after which no limit counts a failure. */
const longestWindow = Math.max(
  ...Object.values(limits).flatMap((limit) => ('longestWait' in limit ? [limit.seconds] : []))
)

/** Retention of tries; no limit counts older ones. */
export const attemptRetention = expiringTable(
  'login_attempts',
  'a day; networks from which somebody has logged in, 90 days',
  () => sql`(at < now() - ${seconds(limits.loginOfAccount.knownFor)}
    or (not succeeded and at < now() - ${seconds(longestWindow)}))`
)

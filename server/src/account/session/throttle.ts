import type { Db } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { limits } from '../../platform/limits/limits.ts'
import { perWindow } from '../../platform/limits/per-window.ts'
import {
  insertAttempt,
  countFailures,
  type FailureCounts,
  type Failures,
  markSucceeded,
  type AttemptKey,
  removeAttempt
} from './login-attempt.repository.ts'

/**
 * Limit of failures: from the `most`-th failure within the window on, each failure doubles the wait before the next
 * try.
 */
interface AttemptLimit {
  readonly most: number
  readonly seconds: number
  readonly longestWait: number
}

interface AttemptLimits {
  /** Limit of one account from one address; a multiple of it for the wider networks of the address. */
  readonly pair: AttemptLimit
  /** Limit of all accounts from one address; a multiple of it for the wider networks. */
  readonly network: AttemptLimit
  /** Limit of one account from all addresses together from which nobody has logged in to it. */
  readonly account: AttemptLimit
  /** Whether a success clears earlier failures of the same account from the same address. */
  readonly successForgets: boolean
}

interface ThrottleOptions {
  /** The kind of try; default: a login. */
  readonly limited?: keyof typeof attemptLimits
  /** Records a stopped try, for which no try is counted. */
  readonly noteStopped?: (tx: Db) => Promise<void>
}

/** Limits the records of stopped tries, for all names together. */
const spendNote = perWindow(limits.stoppedLogins)

/** Limit for rules that do not apply. */
const unlimited: AttemptLimit = { most: Infinity, seconds: 60, longestWait: 60 }

const attemptLimits = {
  login: {
    pair: limits.loginOfPair,
    network: limits.loginOfNetwork,
    account: limits.loginOfAccount,
    successForgets: true
  },
  /**
   * Counts requests from one network together with failed logins. Has no limit for the account, so that others'
   * requests for an address cannot keep its owner from asking.
   */
  passwordReset: {
    pair: limits.resetOfPair,
    network: limits.resetOfNetwork,
    account: unlimited,
    successForgets: true
  },
  providerKey: { pair: limits.wrongKeys, network: unlimited, account: unlimited, successForgets: false },
  knownPerson: { pair: limits.unknownPersons, network: unlimited, account: unlimited, successForgets: false }
} satisfies Record<string, AttemptLimits>

/** Seconds to wait. */
function waitOf({ count, age }: Failures, { most, longestWait }: AttemptLimit, share = 1): number {
  const excess = count - most * share
  return excess < 0 ? 0 : Math.min(60 * 2 ** excess, longestWait) - age
}

/** Seconds to wait, 0 or less if the try may go on. */
function waitFor(
  found: FailureCounts,
  { networks }: AttemptKey,
  { pair: ofPair, network: ofNetwork, account }: AttemptLimits
): number {
  const [narrowest] = found.networks
  // The guesses of others do not stop a person who has logged in from this address.
  if (found.trusted && narrowest) return waitOf(narrowest.pair, ofPair)
  const ofNetworks = found.networks.flatMap(({ pair, network }, index) => {
    const share = networks[index]?.share
    return [waitOf(pair, ofPair, share), waitOf(network, ofNetwork, share)]
  })
  return Math.max(waitOf(found.account, account), ...ofNetworks)
}

/**
 * Runs a check, by default of a password, unless too many failed before. Counts the try before the check, so that
 * parallel tries cannot exceed the limit. `docs/decisions/0009-throttling.md`
 * @param check resolves to undefined when the login failed
 * @throws Refusal `tooManyLogins`
 */
export async function throttleAttempts<Result>(
  db: Db,
  key: AttemptKey,
  check: () => Promise<Result | undefined>,
  { limited = 'login', noteStopped }: ThrottleOptions = {}
): Promise<Result | undefined> {
  const limit = attemptLimits[limited]
  const { pair, network, account } = limit
  const windows = { pair: pair.seconds, network: network.seconds, account: account.seconds }
  const spenders = [{ key: key.account }, ...key.networks.map(({ cidr, share }) => ({ key: cidr, share }))]
  // This is kept outside the transaction, which may be repeated, so that only one record is spent.
  let mayNote: boolean | undefined
  const attempt = await inTransaction(db, async (tx) => {
    const seconds = Math.ceil(waitFor(await countFailures(tx, key, windows), key, limit))
    if (seconds <= 0) return { id: await insertAttempt(tx, key) }
    if (noteStopped && (mayNote ??= !('wait' in spendNote(spenders)))) await noteStopped(tx)
    return { seconds }
  })
  if ('seconds' in attempt) throw new Refusal(pair.refusal, {}, attempt.seconds)
  try {
    const result = await check()
    if (result !== undefined) await (limit.successForgets ? markSucceeded : removeAttempt)(db, attempt.id)
    return result
  } catch (error) {
    // A check that failed with an error is no wrong guess.
    await removeAttempt(db, attempt.id)
    throw error
  }
}

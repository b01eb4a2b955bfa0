import type { Kysely } from 'kysely'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { waitingTime } from '../../platform/http/waiting-time.ts'
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
 * A rule: from the `failures`-th failure within `minutes` on, each try waits for twice as long after the last failure,
 * up to `longest` minutes.
 */
interface AttemptLimit {
  readonly failures: number
  readonly minutes: number
  readonly longest: number
}

interface AttemptLimits {
  /** Limit of one account from one address; a multiple of it for the wider networks of the address. */
  readonly pair: AttemptLimit
  /** Limit of all accounts from one address; a multiple of it for the wider networks. */
  readonly network: AttemptLimit
  /** Limit of one account from all addresses together that never logged in to it. */
  readonly account: AttemptLimit
  /** Whether a success forgets the failures of the same account and address before it. */
  readonly successForgets: boolean
}

/** Stands for a rule that does not apply. */
const unlimited: AttemptLimit = { failures: Infinity, minutes: 1, longest: 1 }

const day = 24 * 60

/** Limits of failed tries by the kind of try. */
const attemptLimits = {
  /**
   * A person who has forgotten the password has five tries, and then waits for one minute at first. A network has as
   * many failures in an hour as no office makes, whose slips are forgotten when the right password follows. An account
   * has about two hundred guesses a day, from however many addresses.
   */
  login: {
    pair: { failures: 5, minutes: day, longest: 60 },
    network: { failures: 50, minutes: 60, longest: 15 },
    account: { failures: 100, minutes: day, longest: 15 },
    successForgets: true
  },
  /**
   * Counts requests from one network, together with failed logins. Others' requests for the same address keep nobody
   * from asking.
   */
  passwordReset: {
    pair: { failures: 5, minutes: day, longest: 60 },
    network: { failures: 20, minutes: 15, longest: 15 },
    account: unlimited,
    successForgets: true
  },
  /** Nobody guesses a key. The limit spares the log, and tells a program with an old key to stop. */
  providerKey: {
    pair: { failures: 50, minutes: 15, longest: 15 },
    network: unlimited,
    account: unlimited,
    successForgets: false
  },
  /**
   * A shop that knows its customers rarely names an unknown person; a program that does so more often tries out names
   * through it. Requests that find a person are neither counted nor refused: all of a shop's customers come with one
   * key from one address.
   */
  knownPerson: {
    pair: { failures: 100, minutes: 15, longest: 15 },
    network: unlimited,
    account: unlimited,
    successForgets: false
  }
} satisfies Record<string, AttemptLimits>

/** Returns the seconds to wait after these failures. */
function waitOf({ count, age }: Failures, { failures, longest }: AttemptLimit, share = 1): number {
  const excess = count - failures * share
  return excess < 0 ? 0 : Math.min(60 * 2 ** excess, 60 * longest) - age
}

/** Returns the seconds to wait, 0 or less if the try may go on. */
function waitFor(found: FailureCounts, { networks }: AttemptKey, limits: AttemptLimits): number {
  const [narrowest] = found.networks
  // A person who has logged in from an address gets in there however others guess, at this account or beside it.
  if (found.trusted && narrowest) return waitOf(narrowest.pair, limits.pair)
  const ofNetworks = found.networks.flatMap(({ pair, network }, index) => {
    const share = networks[index]?.share
    return [waitOf(pair, limits.pair, share), waitOf(network, limits.network, share)]
  })
  return Math.max(waitOf(found.account, limits.account), ...ofNetworks)
}

/**
 * Runs a check unless too many failed before; of a password, if nothing else is said. The try is counted before the
 * check, so that parallel ones cannot exceed the limit. `docs/decisions/0009-throttling.md`
 * @param limited the kind of try
 * @param check resolves to undefined when the login failed
 * @throws Refusal `tooManyLogins`
 */
export async function throttleAttempts<Result>(
  db: Kysely<Tables>,
  key: AttemptKey,
  check: () => Promise<Result | undefined>,
  limited: keyof typeof attemptLimits = 'login'
): Promise<Result | undefined> {
  const limits = attemptLimits[limited]
  const { pair, network, account } = limits
  const windows = { pair: pair.minutes, network: network.minutes, account: account.minutes }
  const attempt = await inTransaction(db, async (tx) => {
    const seconds = Math.ceil(waitFor(await countFailures(tx, key, windows), key, limits))
    if (seconds <= 0) return insertAttempt(tx, key)
    throw new Refusal('tooManyLogins', { wait: waitingTime(seconds) }, seconds)
  })
  try {
    const result = await check()
    if (result !== undefined) await (limits.successForgets ? markSucceeded : removeAttempt)(db, attempt)
    return result
  } catch (error) {
    // Nobody guessed wrong when the check itself failed.
    await removeAttempt(db, attempt)
    throw error
  }
}

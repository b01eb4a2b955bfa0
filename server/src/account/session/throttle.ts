import type { Kysely } from 'kysely'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import {
  insertAttempt,
  countFailures,
  type FailureCounts,
  markSucceeded,
  type AttemptKey,
  removeAttempt
} from './login-attempt.repository.ts'

/** How many failures are let through, in 15 minutes, and for an account in an hour. */
export interface AttemptLimits {
  readonly perPair: number
  readonly perAddress: number
  readonly perAccount: number
  /** Whether a success forgets the failures of the same account and address before it. */
  readonly successForgets: boolean
}

const loginLimits: AttemptLimits = { perPair: 5, perAddress: 50, perAccount: 100, successForgets: true }

/** Seconds to wait, 0 if the try may go on. */
function waitFor(failures: FailureCounts, limits: AttemptLimits): number {
  if (failures.pair >= limits.perPair) return failures.pairFrees
  if (failures.address >= limits.perAddress) return failures.addressFrees
  // Many addresses guess one account's password: each gets one try in a quarter of an hour. Addresses from which the owner has
  // logged in are not limited, so that nobody can lock the owner out.
  const isUnderAttack = failures.account >= limits.perAccount && !failures.trusted
  return isUnderAttack && failures.pair >= 1 ? failures.pairFrees : 0
}

/**
 * Runs a check unless too many failed before; of a password, if nothing else is said: 5 from one address for one account or 50
 * from one address in 15 minutes. The try is counted before the check, so that parallel ones cannot exceed the limit.
 * @param check resolves to undefined when the login failed
 * @throws Refusal `tooManyLogins`
 */
export async function throttleAttempts<Result>(
  db: Kysely<Tables>,
  key: AttemptKey,
  check: () => Promise<Result | undefined>,
  limits: AttemptLimits = loginLimits
): Promise<Result | undefined> {
  const attempt = await inTransaction(db, async (tx) => {
    const seconds = waitFor(await countFailures(tx, key), limits)
    if (seconds <= 0) return insertAttempt(tx, key)
    throw new Refusal('tooManyLogins', { minutes: String(Math.ceil(seconds / 60)) }, seconds)
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

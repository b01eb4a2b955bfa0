import type { Kysely } from 'kysely'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import {
  addAttempt,
  countFailures,
  type Failures,
  markSucceeded,
  type Place,
  removeAttempt
} from './login-attempt.repository.ts'

const mostOfPair = 5
const mostOfAddress = 50
const mostOfAccount = 100

/** Seconds to wait, 0 if the try may go on. */
function waitFor(failures: Failures): number {
  if (failures.pair >= mostOfPair) return failures.pairFrees
  if (failures.address >= mostOfAddress) return failures.addressFrees
  // Many addresses guess at one account: each gets one try in a quarter of an hour, and the owner's own stay free, so that
  // nobody can lock an account for its owner.
  const besieged = failures.account >= mostOfAccount && !failures.trusted
  return besieged && failures.pair >= 1 ? failures.pairFrees : 0
}

/**
 * Runs a check of a password unless too many failed before: 5 from one address for one account or 50 from one address in
 * 15 minutes. The try is counted before the check, so that parallel ones cannot exceed the limit.
 * @param check resolves to undefined when the login failed
 * @throws Refusal `tooManyLogins`
 */
export async function throttled<Result>(
  db: Kysely<Tables>,
  place: Place,
  check: () => Promise<Result | undefined>
): Promise<Result | undefined> {
  const attempt = await inTransaction(db, async (tx) => {
    const seconds = waitFor(await countFailures(tx, place))
    if (seconds <= 0) return addAttempt(tx, place)
    throw new Refusal('tooManyLogins', { minutes: String(Math.ceil(seconds / 60)) }, seconds)
  })
  try {
    const result = await check()
    if (result !== undefined) await markSucceeded(db, attempt)
    return result
  } catch (error) {
    // Nobody guessed wrong when the check itself failed.
    await removeAttempt(db, attempt)
    throw error
  }
}

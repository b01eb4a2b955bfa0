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

const maxPerPair = 5
const maxPerAddress = 50
const maxPerAccount = 100

/** Seconds to wait, 0 if the try may go on. */
function waitFor(failures: FailureCounts): number {
  if (failures.pair >= maxPerPair) return failures.pairFrees
  if (failures.address >= maxPerAddress) return failures.addressFrees
  // Many addresses guess one account's password: each gets one try in a quarter of an hour. Addresses from which the owner has
  // logged in are not limited, so that nobody can lock the owner out.
  const isUnderAttack = failures.account >= maxPerAccount && !failures.trusted
  return isUnderAttack && failures.pair >= 1 ? failures.pairFrees : 0
}

/**
 * Runs a check of a password unless too many failed before: 5 from one address for one account or 50 from one address in
 * 15 minutes. The try is counted before the check, so that parallel ones cannot exceed the limit.
 * @param check resolves to undefined when the login failed
 * @throws Refusal `tooManyLogins`
 */
export async function throttleAttempts<Result>(
  db: Kysely<Tables>,
  key: AttemptKey,
  check: () => Promise<Result | undefined>
): Promise<Result | undefined> {
  const attempt = await inTransaction(db, async (tx) => {
    const seconds = waitFor(await countFailures(tx, key))
    if (seconds <= 0) return insertAttempt(tx, key)
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

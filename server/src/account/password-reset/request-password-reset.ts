import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type JobName, queueJob } from '../../platform/queue/job.ts'
import { takeMailTurn } from '../mail-limit/mail-limit.repository.ts'
import { throttleAttempts } from '../session/throttle.ts'

export interface PasswordResetData {
  readonly emailAddress: string
  /** Null: each access of the address. */
  readonly customerNumber: string | null
}

export const passwordResetName: JobName<PasswordResetData> = 'password-reset'

/** Requests from one network address in 15 minutes, together with failed logins. */
const limits = { perPair: 5, perAddress: 20, perAccount: 100, successForgets: false }
const mailLimit = { perDay: 5, pauseSeconds: 120 }

/**
 * Queues the mail, if the address may get one. Who owns the address is looked up in the background alone: a known and an unknown one
 * take the same work and time.
 * @param address of the network, as `clientAddress` gives it
 * @throws Refusal `tooManyLogins` for too many requests from one network address
 */
export async function requestPasswordReset(
  db: Kysely<Tables>,
  request: PasswordResetData,
  address: string
): Promise<void> {
  const emailAddress = request.emailAddress.toLowerCase()
  const account = createHash('sha256').update(`password-reset\n${emailAddress}`).digest('hex')
  // Each request counts like a failed login: none is told from a guess.
  await throttleAttempts(db, { account, address }, async () => undefined, limits)
  await inTransaction(db, async (tx) => {
    const mayBeSent = await takeMailTurn(tx, ['password-reset', emailAddress], mailLimit)
    if (mayBeSent) await queueJob(tx, passwordResetName, { ...request, emailAddress })
  })
}

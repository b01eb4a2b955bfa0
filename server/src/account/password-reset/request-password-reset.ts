import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Networks } from '../../platform/http/client-address.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type JobName, queueJob } from '../../platform/queue/job.ts'
import { takeMailTurn } from '../mail-limit/mail-limit.repository.ts'
import { loginLimits, throttleAttempts } from '../session/throttle.ts'

export interface PasswordResetData {
  readonly emailAddress: string
  /** Null: each access of the address. */
  readonly customerNumber: string | null
  /** Only accesses to this company of the provider's; missing: to each. */
  readonly company?: number | undefined
  /** The shop where it was asked for, by its appKey; missing: none, or the only one. */
  readonly shop?: string | undefined
}

export const passwordResetName: JobName<PasswordResetData> = 'password-reset'

/** Requests from one network, together with failed logins. */
const limits = { ...loginLimits, network: { failures: 20, minutes: 15, longest: 15 } }
const mailLimit = { perDay: 5, pauseSeconds: 120 }

/**
 * Queues the mail, if the address may get one. Who owns the address is looked up in the background alone: a known and an unknown one
 * take the same work and time.
 * @throws Refusal `tooManyLogins` for too many requests from one network
 */
export async function requestPasswordReset(
  db: Kysely<Tables>,
  request: PasswordResetData,
  networks: Networks
): Promise<void> {
  const emailAddress = request.emailAddress.toLowerCase()
  const account = createHash('sha256').update(`password-reset\n${emailAddress}`).digest('hex')
  // Each request counts like a failed login: none is told from a guess.
  await throttleAttempts(db, { account, networks }, async () => undefined, limits)
  await inTransaction(db, async (tx) => {
    const mayBeSent = await takeMailTurn(tx, ['password-reset', emailAddress], mailLimit)
    if (mayBeSent) await queueJob(tx, passwordResetName, { ...request, emailAddress })
  })
}

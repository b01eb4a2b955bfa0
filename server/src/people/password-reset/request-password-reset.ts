import { hash } from 'node:crypto'
import { checkOutgoing } from '../../mails/index.ts'
import type { Networks } from '../../platform/http/client-address.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Db } from '../../platform/database/db.ts'
import { queueJob } from '../../platform/queue/job.ts'
import { throttleAttempts } from '../../account/index.ts'
import { type PasswordResetData, passwordResetJob } from './password-reset.job.ts'

/**
 * Queues a look-up of the address: that is in the background alone, so that a known and an unknown one take the same work and time.
 * @throws Refusal `outgoingOnHold`; `tooManyLogins` for too many requests from one network
 */
export async function requestPasswordReset(db: Db, request: PasswordResetData, networks: Networks): Promise<void> {
  await checkOutgoing(db)
  const emailAddress = request.emailAddress.toLowerCase()
  const account = hash('sha256', `password-reset\n${emailAddress}`)
  // Each request counts like a failed login: none is told from a guess.
  await throttleAttempts(db, { account, networks }, async () => undefined, { limited: 'passwordReset' })
  await inTransaction(db, (trx) => queueJob(trx, passwordResetJob.name, { ...request, emailAddress }))
}

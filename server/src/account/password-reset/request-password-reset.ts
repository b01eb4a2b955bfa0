import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type JobName, queueJob } from '../../platform/queue/job.ts'
import { throttleAttempts } from '../session/throttle.ts'

export interface PasswordResetData {
  readonly emailAddress: string
  /** Null: each access of the address. */
  readonly customerNumber: string | null
}

export const passwordResetName: JobName<PasswordResetData> = 'password-reset'

/** Requests from one network address in 15 minutes, together with failed logins. */
const limits = { perPair: 5, perAddress: 20, perAccount: 100, successForgets: false }
const mailsPerDay = 5

/**
 * Whether this address may get another mail: five in a day, one in two minutes. Nobody can fill a mailbox, or make a link useless
 * again and again before its owner has followed it.
 */
async function takeTurn(tx: Kysely<Tables>, addressHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into password_resets as known (address_hash) values (${addressHash})
    on conflict (address_hash) do update set
      count = case when known.first_at < now() - interval '1 day' then 1 else known.count + 1 end,
      first_at = case when known.first_at < now() - interval '1 day' then now() else known.first_at end,
      last_at = now()
    where known.last_at < now() - interval '2 minutes'
      and (known.count < ${mailsPerDay} or known.first_at < now() - interval '1 day')
    returning 1`.execute(tx)
  return rows.length > 0
}

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
  const addressHash = createHash('sha256').update(`password-reset\n${emailAddress}`).digest()
  const account = addressHash.toString('hex')
  // Each request counts like a failed login: none is told from a guess.
  await throttleAttempts(db, { account, address }, async () => undefined, limits)
  await inTransaction(db, async (tx) => {
    if (await takeTurn(tx, addressHash)) await queueJob(tx, passwordResetName, { ...request, emailAddress })
  })
}

/** What no rule counts any more. */
export async function removeOldPasswordResets(db: Kysely<Tables>): Promise<void> {
  await sql`delete from password_resets where last_at < now() - interval '1 day'`.execute(db)
}

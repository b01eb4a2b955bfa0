import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { type JobName, queueJob } from '../../platform/queue/job.ts'

export interface PasswordChangedMailData {
  readonly company: number
  readonly pvaid: number
  /** Where the mail goes: the user name before the change. */
  readonly address: string
}

export const passwordChangedMailName: JobName<PasswordChangedMailData> = 'password-changed-mail'

/** Queues a mail that tells a shop user of another password, sent once the transaction commits. */
export async function queuePasswordChangedMail(
  trx: Kysely<Tables>,
  { company, pvaid, address }: PasswordChangedMailData
): Promise<void> {
  await queueJob(trx, passwordChangedMailName, { company, pvaid, address })
}

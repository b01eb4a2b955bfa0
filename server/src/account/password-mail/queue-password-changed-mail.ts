import type { Kysely } from 'kysely'
import type { Place } from '../../platform/config/shops.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type JobName, queueJob } from '../../platform/queue/job.ts'

export interface PasswordChangedMailData extends Place {
  readonly pvaid: number
  /** Where the mail goes: the user name before the change. */
  readonly address: string
}

export const passwordChangedMailName: JobName<PasswordChangedMailData> = 'password-changed-mail'

/** Queues a mail that tells a shop user of another password, sent once the transaction commits. */
export async function queuePasswordChangedMail(trx: Kysely<Tables>, data: PasswordChangedMailData): Promise<void> {
  await queueJob(trx, passwordChangedMailName, { ...data })
}

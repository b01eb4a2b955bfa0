import type { Kysely } from 'kysely'
import type { Place } from '../../platform/config/shops.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type JobName, queueJob } from '../../platform/queue/job.ts'

export interface EmailChangedMailData extends Place {
  readonly pvaid: number
  /** Where the mail goes. */
  readonly oldAddress: string
}

export const emailChangedMailName: JobName<EmailChangedMailData> = 'email-changed-mail'

/** Queues a mail that tells a shop user's old address that the user name has changed, sent once the transaction commits. */
export async function queueEmailChangedMail(trx: Kysely<Tables>, data: EmailChangedMailData): Promise<void> {
  await queueJob(trx, emailChangedMailName, { ...data })
}

import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { type JobName, queueJob } from '../../platform/queue/job.ts'

export interface EmailChangedMailData {
  readonly company: number
  readonly pvaid: number
  /** Where the mail goes. */
  readonly oldAddress: string
}

export const emailChangedMailName: JobName<EmailChangedMailData> = 'email-changed-mail'

/** Has the old address of a shop user told that the user name is another one now, once the caller's transaction commits. */
export async function queueEmailChangedMail(
  trx: Kysely<Tables>,
  { company, pvaid, oldAddress }: EmailChangedMailData
): Promise<void> {
  await queueJob(trx, emailChangedMailName, { company, pvaid, oldAddress })
}

import type { Kysely } from 'kysely'
import type { Place } from '../../platform/config/shops.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type JobName, queueJob } from '../../platform/queue/job.ts'

export interface PasskeyMailData extends Place {
  readonly pvaid: number
  /** Empty if the browser did not name itself. */
  readonly passkeyName: string
}

export const passkeyMailName: JobName<PasskeyMailData> = 'passkey-mail'

/** Queues a mail that tells a person that there is one more passkey, sent once the transaction commits. */
export async function queuePasskeyMail(trx: Kysely<Tables>, data: PasskeyMailData): Promise<void> {
  await queueJob(trx, passkeyMailName, { ...data })
}

import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Place } from '../../platform/config/shops.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type JobName, queueJob } from '../../platform/queue/job.ts'
import { noteMailQueued } from '../contact-access/contact-access.repository.ts'

/** A shop user. */
export interface PasswordMailData extends Place {
  readonly pvaid: number
  /** A link, whatever PASSWORD_MAIL says. */
  readonly asLink?: true
}

export const passwordMailName: JobName<PasswordMailData> = 'password-mail'

/**
 * Has a shop user mailed a generated password (or, by the setting PASSWORD_MAIL, a link to set one), once the caller's
 * transaction commits. The shop user must be there. The mail is dropped if at the time of sending the shop user has no right
 * any more, is inactive, or has got a password in another way; a second call takes the place of the first.
 */
export async function queuePasswordMail(
  trx: Kysely<Tables>,
  { company, pvaid, ...kind }: PasswordMailData
): Promise<void> {
  const job_id = randomUUID()
  await trx
    .insertInto('password_mails')
    .columns(['company', 'pvaid', 'job_id', 'password_hash'])
    .expression((query) =>
      query
        .selectFrom('shop_users')
        .select((select) => ['company', 'pvaid', select.val(job_id).$castTo<string>().as('job_id'), 'password_hash'])
        .where('company', '=', company)
        .where('pvaid', '=', pvaid)
    )
    .onConflict((conflict) =>
      conflict.columns(['company', 'pvaid']).doUpdateSet((update) => ({
        job_id,
        password_hash: update.ref('excluded.password_hash'),
        link_hash: null,
        expires_at: null
      }))
    )
    .execute()
  await noteMailQueued(trx, { company, pvaid })
  await queueJob(trx, passwordMailName, { company, pvaid, ...kind }, job_id)
}

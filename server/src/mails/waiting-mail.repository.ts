import { sql } from 'kysely'
import type { Db } from '../platform/database/query.ts'
import type { CollectedMailData } from './collected-mail.ts'
import { type Mail, type MailData } from './define-mail.ts'

type AddressedData = MailData & { readonly to: string }

/**
 * Adds notices to the mail that waits for its recipient's mail limit. A worker that takes the mail from the queue locks
 * its row, so the notices get either into that mail or into the next one.
 * @returns whether such a mail waits
 */
export async function addNotices(
  trx: Db,
  kind: string,
  data: AddressedData,
  notices: CollectedMailData['notices']
): Promise<boolean> {
  const { rows } = await sql`
    update jobs set data = jsonb_set(data, '{notices}', data->'notices' || ${JSON.stringify(notices)}::jsonb)
    where kind = ${kind} and state = 'waiting' and data->>'providerId' = ${String(data.providerId)}
      and data->>'contactId' = ${String(data.contactId)} and lower(data->>'to') = lower(${data.to})
    returning id`.execute(trx)
  return rows.length > 0
}

/** Tells whether a mail of this name waits for its recipient's mail limit. */
export async function isMailWaiting(trx: Db, name: string, { providerId, to }: AddressedData): Promise<boolean> {
  const { rows } = await sql`
    select from jobs
    where kind = ${name} and ended_at is null and state = 'waiting' and attempts = 0 and due_at > now()
      and data->>'providerId' = ${String(providerId)} and lower(data->>'to') = lower(${to})`.execute(trx)
  return rows.length > 0
}

/**
 * Deletes mails, or other jobs with a mail's data, that still wait for their time.
 * @returns whether a job was deleted
 */
export async function deleteWaitingMails<Data extends MailData>(
  trx: Db,
  { name }: Pick<Mail<Data>, 'name'>,
  mails: readonly Data[]
): Promise<boolean> {
  const { rows } = await sql`
    delete from jobs
    where kind = ${name} and ended_at is null and state = 'waiting' and attempts = 0 and due_at > now()
      and data @> any (${mails.map((data) => JSON.stringify(data))}::jsonb[])
    returning id`.execute(trx)
  return rows.length > 0
}

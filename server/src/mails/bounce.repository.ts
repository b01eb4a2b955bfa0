import { sql } from 'kysely'
import type { Db } from '../platform/database/query.ts'
import { expiringTable } from '../platform/database/retention.ts'
import { personalDataOf } from '../platform/personal-data/personal-data.ts'

const messageIdPattern =
  /^<?([a-z-]{1,50})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.\d{1,9})?@[^\s@<>]{1,255}>?$/

/**
 * Records a bounce for all accesses of the company with the mail's address. Ignores a repeated or late report if a
 * later mail was sent, because that mail showed that the mailbox exists.
 * @param messageId the mail's Message-ID from `defineMail`: the name of the job and its id
 * @returns whether the company sent this mail within the days for which jobs are kept
 */
export async function noteBounce(db: Db, providerId: number, messageId: string): Promise<boolean> {
  const [, kind, id] = messageIdPattern.exec(messageId) ?? []
  if (kind === undefined || id === undefined) return false
  const { rows } = await sql`
    with mail as (
      select data, lower(data->>'to') as address, ended_at from jobs
      where id = ${id} and kind = ${kind} and data->>'providerId' = ${String(providerId)} and attempts > 0 and data ? 'to'
    ), noted as (
      insert into bounces (provider_id, address)
      select distinct users.provider_id, mail.address
      from mail join shop_users as users on users.provider_id = ${providerId} and lower(users.email_address) = mail.address
      where not exists (
        select from jobs later
        where later.data->>'providerId' = mail.data->>'providerId' and later.data->>'contactId' = mail.data->>'contactId'
          and lower(later.data->>'to') = mail.address and later.state = 'completed' and later.reason is null
          and later.ended_at > mail.ended_at)
      on conflict do nothing)
    select from mail`.execute(db)
  return rows.length > 0
}

/** Deletes the bounces of an address, since another mail was sent to it, or a mail with an access is queued. */
export async function forgetBounce(trx: Db, providerId: number, address: string): Promise<void> {
  await sql`delete from bounces where provider_id = ${providerId} and address = lower(${address})`.execute(trx)
}

export const bounceRetention = expiringTable(
  'bounces',
  'until a later mail to the address leaves, or nobody has the address any more',
  () => sql`not exists (
    select from shop_users u where u.provider_id = bounces.provider_id and lower(u.email_address) = bounces.address)`
)

/**
 * Personal data of a person's mailbox; `people` lists them after the shop user, because they are found by the user
 * name.
 */
export const bounceData = personalDataOf('bounces', {
  name: 'bounces',
  rows: 't.provider_id = person.provider_id and t.address = lower(person.email_address)',
  copy: 'of an address that others may have, too; the access says that it is unknown',
  withheld: { at: 'of the address, not of the person' }
})

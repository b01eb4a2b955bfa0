import { sql } from 'kysely'
import type { ContactAccess } from '@customer-center/contract/contact-access'
import { type Db, timesAsText, type WithDates } from '../../../platform/database/query.ts'
import type { PersonKey } from '../../../platform/personal-data/person.ts'

/** Records that a mail with a first password waits to be sent. */
export async function noteMailQueued(trx: Db, { providerId, contactId }: PersonKey): Promise<void> {
  await sql`
    insert into contact_access (provider_id, contact_id, mail_state) values (${providerId}, ${contactId}, 'queued')
    on conflict (provider_id, contact_id) do update set mail_state = 'queued', mailed_at = null, valid_until = null`.execute(
    trx
  )
}

/** Records that a job's mail was sent, unless another mail replaced it meanwhile. */
export async function noteMailSent(db: Db, jobId: string): Promise<void> {
  await sql`
    update contact_access as access set mail_state = 'sent', mailed_at = now(), valid_until = mail.expires_at
    from password_mails as mail
    where mail.job_id = ${jobId}::uuid and access.provider_id = mail.provider_id and access.contact_id = mail.contact_id`.execute(
    db
  )
}

/** Records that the mail for which a person waits will never be sent. */
export async function noteMailFailed(db: Db, { providerId, contactId }: PersonKey): Promise<void> {
  await sql`
    update contact_access set mail_state = 'failed'
    where provider_id = ${providerId} and contact_id = ${contactId} and mail_state = 'queued'`.execute(db)
}

// SQL condition: the present user name has a generated password that has not expired, or a mail that waits or has
// brought a link. The expiry distinguishes the access's own link from a link for a forgotten password, which says
// nothing about the access.
const isGood = `(
  lower(users.password_address) = lower(users.email_address) and users.password_expires_at > now() or exists (
    select from password_mails as mail
    where mail.provider_id = users.provider_id and mail.contact_id = users.contact_id and lower(mail.address) = lower(users.email_address)
      and (mail.expires_at is null or mail.expires_at > now() and mail.expires_at = coalesce(access.valid_until, mail.expires_at))))`

const isBounced = `exists (
  select from bounces where bounces.provider_id = users.provider_id and bounces.address = lower(users.email_address))`

/** SQL of the state of an access, from rows of `contacts`, `users` (shop_users) and `access` (contact_access). */
export const accessState = `
  case
    when users.contact_id is null or users.rights = 0 or not contacts.active then 'none'
    when ${isBounced} then 'bounced'
    when users.password_hash is not null and not users.password_must_change then 'chosen'
    when access.mail_state is null then 'never-sent'
    when access.mail_state <> 'failed' and ${isGood} is not true then 'expired'
    else access.mail_state
  end`

/**
 * Tells whether a removed access can be restored unchanged: the time to undo the removal is not over (the removal of
 * the passkeys still waits for it), and no waiting mail with a first password was dropped or is just being dropped. A
 * job drops a mail without making a secret if the person may not log in.
 */
export async function canReturnAsBefore(trx: Db, { providerId, contactId }: PersonKey): Promise<boolean> {
  // The lock keeps jobs that send mails from starting or ending until the transaction ends: a job that starts now would
  // not see the right yet.
  await sql`
    select from password_mails as mail join jobs as sending on sending.id = mail.job_id
    where mail.provider_id = ${providerId} and mail.contact_id = ${contactId} for update of sending`.execute(trx)
  const { rows } = await sql`
    select from jobs
    where kind = 'passkey-removal' and ended_at is null and state = 'waiting' and attempts = 0 and due_at > now()
      and data @> ${JSON.stringify({ providerId, contactId })}::jsonb
      and not exists (
        select from contact_access as access
        where access.provider_id = ${providerId} and access.contact_id = ${contactId} and access.mail_state = 'queued' and not exists (
          select from password_mails as mail join jobs as sending on sending.id = mail.job_id
          where mail.provider_id = access.provider_id and mail.contact_id = access.contact_id and sending.kind = 'password-mail'
            and (sending.state = 'waiting'
              or sending.state = 'running' and mail.expires_at > sending.started_at + interval '72 hours')))
    limit 1`.execute(trx)
  return rows.length > 0
}

/** @returns undefined when the customer has no such contact */
export async function findContactAccess(
  db: Db,
  { providerId, customerId, contactId }: PersonKey & { readonly customerId: number }
): Promise<ContactAccess | undefined> {
  const { rows } = await sql<WithDates<ContactAccess, 'mailedAt' | 'validUntil' | 'lastLoginAt'>>`
    select ${sql.raw(accessState)} as state,
      access.mailed_at as "mailedAt", access.valid_until as "validUntil", access.last_login_at as "lastLoginAt",
      coalesce(users.had_login, contacts.had_login) as "hadLogin"
    from contacts
    left join shop_users as users on users.provider_id = contacts.provider_id and users.contact_id = contacts.contact_id
    left join contact_access as access on access.provider_id = users.provider_id and access.contact_id = users.contact_id
    where contacts.provider_id = ${providerId} and contacts.customer_id = ${customerId} and contacts.contact_id = ${contactId}`.execute(
    db
  )
  return rows[0] && timesAsText(rows[0])
}

/** Returns the contacts whose access was mailed or waits to be mailed, but was not used. */
export async function filterMailed(trx: Db, providerId: number, contacts: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ contactId: number }>`
    select users.contact_id as "contactId" from shop_users as users
    join contacts on contacts.provider_id = users.provider_id and contacts.contact_id = users.contact_id
    join contact_access as access on access.provider_id = users.provider_id and access.contact_id = users.contact_id
    where users.provider_id = ${providerId} and users.contact_id = any(${contacts}::int[])
      and ${sql.raw(accessState)} in ('queued', 'sent', 'expired', 'failed')`.execute(trx)
  return rows.map(({ contactId }) => contactId)
}

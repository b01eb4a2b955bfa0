import { sql } from 'kysely'
import { rightName } from '@customer-center/contract/rights'
import type { Db } from '../../../platform/database/query.ts'
import { expiringTable } from '../../../platform/database/retention.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { PersonKey } from '../../../platform/personal-data/person.ts'

// SQL condition: the shop user still waits for this job's password, at this address, and may log in with it.
const waits = sql`
  mail.job_id = job.id and users.provider_id = mail.provider_id and users.contact_id = mail.contact_id and users.rights <> 0
    and users.password_hash is not distinct from mail.password_hash
    and lower(users.email_address) = lower(mail.address)
    and exists (select from contacts
                where contacts.provider_id = users.provider_id and contacts.contact_id = users.contact_id and contacts.active)`

/**
 * Records a mail that a job will send; it replaces the shop user's earlier one.
 * @returns its address, or undefined where there is no shop user
 */
export async function replaceMail(
  trx: Db,
  jobId: string,
  { providerId, contactId }: PersonKey
): Promise<string | undefined> {
  await deleteMailsOf(trx, { providerId, contactId })
  const { rows } = await sql<{ address: string }>`
    insert into password_mails (provider_id, contact_id, job_id, password_hash, address)
    select provider_id, contact_id, ${jobId}::uuid, password_hash, email_address
    from shop_users where provider_id = ${providerId} and contact_id = ${contactId} returning address`.execute(trx)
  return rows[0]?.address
}

/**
 * Stores a password that is valid for 72 hours and has to be changed at the first login.
 * @returns its expiry, or undefined if the shop user no longer waits for it
 */
export async function storePassword(db: Db, jobId: string, hash: string): Promise<Date | undefined> {
  const { rows } = await sql<{ end: Date }>`
    with stored as (
      update shop_users as users
      set password_hash = ${hash}, password_must_change = true,
        password_expires_at = now() + interval '72 hours', password_address = mail.address
      from (select ${jobId}::uuid as id) as job, password_mails as mail
      where ${waits}
      returning mail.job_id, users.provider_id, users.contact_id, users.password_expires_at
    )
    update password_mails as mail set password_hash = ${hash}, expires_at = stored.password_expires_at
    from stored
    where mail.job_id = stored.job_id and mail.provider_id = stored.provider_id and mail.contact_id = stored.contact_id
    returning mail.expires_at as end`.execute(db)
  return rows[0]?.end
}

/**
 * Stores the hash of a link that is valid for 72 hours.
 * @returns its expiry, or undefined if the shop user no longer waits for it
 */
export async function storeLinkHash(db: Db, jobId: string, linkHash: Buffer): Promise<Date | undefined> {
  const { rows } = await sql<{ end: Date }>`
    update password_mails as mail set link_hash = ${linkHash}, expires_at = now() + interval '72 hours'
    from (select ${jobId}::uuid as id) as job, shop_users as users
    where ${waits}
    returning mail.expires_at as end`.execute(db)
  return rows[0]?.end
}

/**
 * Stores the hash of a link that is valid for an hour. Earlier links stay valid, so that a request of a stranger ends
 * none.
 * @returns its expiry; undefined when the person no longer has the access
 */
export async function storeResetLink(
  db: Db,
  { providerId, contactId, emailAddress }: PersonKey & { readonly emailAddress: string },
  jobId: string,
  linkHash: Buffer
): Promise<Date | undefined> {
  const { rows } = await sql<{ end: Date }>`
    insert into password_mails (provider_id, contact_id, job_id, password_hash, address, link_hash, expires_at)
    select provider_id, contact_id, ${jobId}::uuid, password_hash, email_address, ${linkHash}, now() + interval '1 hour'
    from shop_users where provider_id = ${providerId} and contact_id = ${contactId} and email_address = ${emailAddress}
    on conflict (provider_id, contact_id, job_id) do update set
      password_hash = excluded.password_hash, link_hash = excluded.link_hash, expires_at = excluded.expires_at
    returning expires_at as end`.execute(db)
  return rows[0]?.end
}

/** Deletes all waiting mails of a person who no longer needs them. */
export async function deleteMailsOf(trx: Db, { providerId, contactId }: PersonKey): Promise<void> {
  await sql`delete from password_mails where provider_id = ${providerId} and contact_id = ${contactId}`.execute(trx)
}

/** Deletes a mail when its job has nothing more to do for the shop user. */
export async function deleteMail(db: Db, jobId: string): Promise<void> {
  await sql`delete from password_mails where job_id = ${jobId}::uuid`.execute(db)
}

/** Retention of mails. A mail without an expiry waits for its job, which deletes it on failure. */
export const passwordMailRetention = expiringTable(
  'password_mails',
  'as long as their password or link: 72 hours',
  () => sql`expires_at < now()`
)

/**
 * Removes the password of a mail that will never be sent, so that the shop user counts as one without a password again.
 */
export async function revokePassword(db: Db, jobId: string): Promise<void> {
  await sql`
    update shop_users as users
    set password_hash = null, password_must_change = false, password_expires_at = null, password_address = null
    from (select ${jobId}::uuid as id) as job, password_mails as mail
    where ${waits} and mail.expires_at is not null and mail.link_hash is null`.execute(db)
  await deleteMail(db, jobId)
}

/** A person who may set a password by a link. */
export interface LinkOwner extends Actor {
  readonly customerNumber: string
  readonly emailAddress: string
}

/**
 * Finds the owner of a valid link. A link becomes invalid when it is used or expires, when a new access is mailed, when
 * the password or address changes, and when the person loses the access.
 * @param providerId accepts only links of this company; undefined: of every company
 * @returns undefined for a link that opens nothing, whatever the reason
 */
export async function findLinkOwner(db: Db, linkHash: Buffer, providerId?: number): Promise<LinkOwner | undefined> {
  const { rows } = await sql<Omit<LinkOwner, 'right'> & { rights: number }>`
    select users.provider_id as "providerId", users.customer_id as "customerId", users.contact_id as "contactId", users.rights,
           contacts.person_id as "personId", customers.number as "customerNumber", users.email_address as "emailAddress"
    from password_mails as mail
    join shop_users as users on users.provider_id = mail.provider_id and users.contact_id = mail.contact_id
    join contacts on contacts.provider_id = users.provider_id and contacts.contact_id = users.contact_id
    join customers on customers.provider_id = users.provider_id and customers.customer_id = users.customer_id
    where mail.link_hash = ${linkHash} and mail.expires_at > now() and users.rights <> 0 and contacts.active
      and users.password_hash is not distinct from mail.password_hash
      and lower(users.email_address) = lower(mail.address)
      and (${providerId ?? null}::int is null or users.provider_id = ${providerId ?? null})`.execute(db)
  if (!rows[0]) return undefined
  const { rights, ...owner } = rows[0]
  return { ...owner, right: rightName(rights) }
}

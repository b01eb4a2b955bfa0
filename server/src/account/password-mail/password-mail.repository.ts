import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

/** Who gets a password mail. */
export interface Recipient {
  readonly emailAddress: string
  readonly customerNumber: string
  readonly title: string | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly postNominalTitle: string | null
}

// The shop user still waits for this job's password and may log in with it.
const waits = sql`
  mail.job_id = job.id and users.company = mail.company and users.pvaid = mail.pvaid and users.rights <> 0
    and users.password_hash is not distinct from mail.password_hash
    and exists (select from contacts
                where contacts.company = users.company and contacts.pvaid = users.pvaid and contacts.active)`

/** @returns undefined when the mail is no longer wanted */
export async function findRecipient(db: Kysely<Tables>, jobId: string): Promise<Recipient | undefined> {
  const { rows } = await sql<Recipient>`
    select users.email_address as "emailAddress", customers.number as "customerNumber", persons.title,
           persons.first_name as "firstName", persons.last_name as "lastName",
           persons.post_nominal_title as "postNominalTitle"
    from (select ${jobId}::uuid as id) as job, password_mails as mail, shop_users as users, customers, contacts, persons
    where ${waits}
      and customers.company = users.company and customers.id = users.id
      and contacts.company = users.company and contacts.pvaid = users.pvaid
      and persons.company = contacts.contact_company and persons.id = contacts.contact_id`.execute(db)
  return rows[0]
}

/**
 * Gives the shop user a password for 72 hours, to be changed at the first log-in.
 * @returns its end, or undefined when the shop user no longer waits for it
 */
export async function storePassword(db: Kysely<Tables>, jobId: string, hash: string): Promise<Date | undefined> {
  const { rows } = await sql<{ end: Date }>`
    with stored as (
      update shop_users as users
      set password_hash = ${hash}, password_must_change = true, password_expires_at = now() + interval '72 hours'
      from (select ${jobId}::uuid as id) as job, password_mails as mail
      where ${waits}
      returning users.company, users.pvaid, users.password_expires_at
    )
    update password_mails as mail set password_hash = ${hash}, expires_at = stored.password_expires_at
    from stored where mail.company = stored.company and mail.pvaid = stored.pvaid
    returning mail.expires_at as end`.execute(db)
  return rows[0]?.end
}

/**
 * Opens a link for 72 hours; an earlier one of the same shop user is dead.
 * @returns its end, or undefined when the shop user no longer waits for it
 */
export async function storeLinkHash(db: Kysely<Tables>, jobId: string, linkHash: Buffer): Promise<Date | undefined> {
  const { rows } = await sql<{ end: Date }>`
    update password_mails as mail set link_hash = ${linkHash}, expires_at = now() + interval '72 hours'
    from (select ${jobId}::uuid as id) as job, shop_users as users
    where ${waits}
    returning mail.expires_at as end`.execute(db)
  return rows[0]?.end
}

/** The job has nothing more to do for the shop user; whatever has run out goes too. */
export async function deleteMail(db: Kysely<Tables>, jobId: string): Promise<void> {
  await sql`delete from password_mails where job_id = ${jobId}::uuid or expires_at < now()`.execute(db)
}

/** Takes back the password of a mail that will never leave, so that the shop user counts as one without a password again. */
export async function revokePassword(db: Kysely<Tables>, jobId: string): Promise<void> {
  await sql`
    update shop_users as users
    set password_hash = null, password_must_change = false, password_expires_at = null
    from (select ${jobId}::uuid as id) as job, password_mails as mail
    where ${waits} and mail.expires_at is not null and mail.link_hash is null`.execute(db)
  await deleteMail(db, jobId)
}

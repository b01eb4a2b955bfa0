import { sql } from 'kysely'
import type { Db } from '../../platform/database/query.ts'

export interface AccessFilter {
  readonly emailAddress: string
  /** The customer's number; null for each access of the address. */
  readonly customerNumber: string | null
  /** The company of the provider to which accesses are limited; missing: each. */
  readonly company?: number | undefined
}

/** A login that an address can choose a new password for. */
export interface ResetAccess {
  readonly provider: number
  readonly contact: number
  readonly emailAddress: string
  readonly customerNumber: string
  /** The customer's name. */
  readonly customerName: string
}

/** Limit of accesses in one mail: nobody has more, and a mail that lists them all stays readable. */
const mostAccesses = 20

/**
 * Finds each access of an e-mail address, at any customer of any company of the provider; none where nobody may log in.
 */
export async function findAccesses(
  db: Db,
  { emailAddress, customerNumber, company: provider }: AccessFilter
): Promise<ResetAccess[]> {
  const { rows } = await sql<ResetAccess>`
    select users.company as provider, users.pvaid as contact, users.email_address as "emailAddress", customers.number as "customerNumber",
           coalesce(firms.last_name, '') as "customerName"
    from shop_users as users
    join contacts on contacts.company = users.company and contacts.pvaid = users.pvaid
    join customers on customers.company = users.company and customers.id = users.id
    join persons as firms on firms.company = customers.company and firms.id = customers.id
    where lower(users.email_address) = lower(${emailAddress}) and users.rights <> 0 and contacts.active
      and (${customerNumber}::text is null or customers.number = ${customerNumber})
      and (${provider ?? null}::int is null or users.company = ${provider ?? null})
    order by users.company, customers.number
    limit ${mostAccesses}`.execute(db)
  return rows
}

/**
 * Opens a link for an hour, beside any other: a request ends no link that is still good.
 * @returns its end; undefined when the access is gone
 */
export async function storeResetLink(
  db: Db,
  { provider, contact, emailAddress }: ResetAccess,
  jobId: string,
  linkHash: Buffer
): Promise<Date | undefined> {
  const { rows } = await sql<{ end: Date }>`
    insert into password_mails (company, pvaid, job_id, password_hash, address, link_hash, expires_at)
    select company, pvaid, ${jobId}::uuid, password_hash, email_address, ${linkHash}, now() + interval '1 hour'
    from shop_users where company = ${provider} and pvaid = ${contact} and email_address = ${emailAddress}
    on conflict (company, pvaid, job_id) do update set
      password_hash = excluded.password_hash, link_hash = excluded.link_hash, expires_at = excluded.expires_at
    returning expires_at as end`.execute(db)
  return rows[0]?.end
}

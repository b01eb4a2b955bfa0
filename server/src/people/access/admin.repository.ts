import { sql } from 'kysely'
import { Right } from '@customer-center/contract/rights'
import { knowsAccess } from '../../account/index.ts'
import type { Db } from '../../platform/database/query.ts'

interface AdminOfOthers {
  readonly contact: number
  /** The numbers of those of the contacts that are of the same customer. */
  readonly persons: readonly number[]
}

/** Finds the active admins, already mailed an access, of the customers of contacts; none for itself. */
export async function findOtherAdmins(
  trx: Db,
  provider: number,
  contacts: readonly number[]
): Promise<AdminOfOthers[]> {
  const { rows } = await sql<AdminOfOthers>`
    select users.pvaid as contact, json_agg(about.pvaid order by about.pvaid) as persons
    from contacts about
    join shop_users users on users.company = about.company and users.id = about.id and users.pvaid <> about.pvaid
    join contacts on contacts.company = users.company and contacts.pvaid = users.pvaid
    left join contact_access access on access.company = users.company and access.pvaid = users.pvaid
    where about.company = ${provider} and about.pvaid = any(${contacts}::int[])
      and users.rights = ${Right.admin} and contacts.active and ${sql.raw(knowsAccess)}
    group by users.pvaid order by users.pvaid`.execute(trx)
  return rows
}

/** Reads the rights of contacts that have a login, also of inactive ones. */
export async function readRights(
  trx: Db,
  provider: number,
  contacts: readonly number[]
): Promise<{ readonly contact: number; readonly webshopRights: number }[]> {
  const { rows } = await sql<{ contact: number; webshopRights: number }>`
    select pvaid as contact, rights as "webshopRights" from shop_users
    where company = ${provider} and pvaid = any(${contacts}::int[])`.execute(trx)
  return rows
}

/** Finds the admin of this address who has been there longest. */
export async function findAdmin(
  trx: Db,
  { provider, emailAddress }: { readonly provider: number; readonly emailAddress: string }
): Promise<{ readonly contact: number; readonly number: string } | undefined> {
  const { rows } = await sql<{ contact: number; number: string }>`
    select shop_users.pvaid as contact, number from shop_users join customers using (company, id)
    where company = ${provider} and lower(shop_users.email_address) = lower(${emailAddress}) and rights = ${Right.admin}
    order by shop_users.pvaid limit 1`.execute(trx)
  return rows[0]
}

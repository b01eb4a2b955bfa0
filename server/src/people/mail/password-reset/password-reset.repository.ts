import { sql } from 'kysely'
import type { Db } from '../../../platform/database/query.ts'

export interface AccessFilter {
  readonly emailAddress: string
  /** The customer's number; null for each access of the address. */
  readonly customerNumber: string | null
  /** The company of the provider to which accesses are limited; missing: each. */
  readonly providerId?: number | undefined
}

/** A login for which the owner of an address can choose a new password. */
export interface ResetAccess {
  readonly providerId: number
  readonly contactId: number
  readonly emailAddress: string
  readonly customerNumber: string
  readonly customerName: string
}

/** Limit of accesses in one mail: more do not occur, and the mail stays readable. */
const maxAccesses = 20

/** Finds all accesses of an e-mail address that may log in, at all customers of all the provider's companies. */
export async function findAccesses(
  db: Db,
  { emailAddress, customerNumber, providerId }: AccessFilter
): Promise<ResetAccess[]> {
  const { rows } = await sql<ResetAccess>`
    select users.provider_id as "providerId", users.contact_id as "contactId", users.email_address as "emailAddress", customers.number as "customerNumber",
           coalesce(firms.last_name, '') as "customerName"
    from shop_users as users
    join contacts on contacts.provider_id = users.provider_id and contacts.contact_id = users.contact_id
    join customers on customers.provider_id = users.provider_id and customers.customer_id = users.customer_id
    join persons as firms on firms.provider_id = customers.provider_id and firms.person_id = customers.customer_id
    where lower(users.email_address) = lower(${emailAddress}) and users.rights <> 0 and contacts.active
      and (${customerNumber}::text is null or customers.number = ${customerNumber})
      and (${providerId ?? null}::int is null or users.provider_id = ${providerId ?? null})
    order by users.provider_id, customers.number
    limit ${maxAccesses}`.execute(db)
  return rows
}

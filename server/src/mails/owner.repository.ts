import { type Kysely, sql } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { NameParts } from './person-name.ts'

export interface Owner extends NameParts {
  readonly emailAddress: string
  readonly customerNumber: string
}

/** Whom a mail about a login is written to. */
export async function findOwner(
  db: Kysely<Tables>,
  { company, pvaid }: { readonly company: number; readonly pvaid: number }
): Promise<Owner | undefined> {
  const { rows } = await sql<Owner>`
    select users.email_address as "emailAddress", customers.number as "customerNumber", persons.title,
           persons.first_name as "firstName", persons.last_name as "lastName",
           persons.post_nominal_title as "postNominalTitle"
    from shop_users as users
    join contacts on contacts.company = users.company and contacts.pvaid = users.pvaid
    join persons on persons.company = contacts.contact_company and persons.id = contacts.contact_id
    join customers on customers.company = users.company and customers.id = users.id
    where users.company = ${company} and users.pvaid = ${pvaid}`.execute(db)
  return rows[0]
}

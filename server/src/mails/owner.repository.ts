import { sql } from 'kysely'
import type { Db } from '../platform/database/query.ts'
import type { PersonKey } from '../platform/personal-data/person.ts'
import type { PersonNameParts } from './person-name.ts'

export interface MailRecipient extends PersonNameParts {
  /** The e-mail address; empty where there is no login any more. */
  readonly emailAddress: string
  readonly customerNumber: string
}

/** Finds the recipient of a mail about a login. */
export async function findOwner(db: Db, { provider, contact }: PersonKey): Promise<MailRecipient | undefined> {
  const { rows } = await sql<MailRecipient>`
    select coalesce(users.email_address, '') as "emailAddress", customers.number as "customerNumber", persons.title,
           persons.first_name as "firstName", persons.last_name as "lastName",
           persons.post_nominal_title as "postNominalTitle"
    from contacts
    left join shop_users as users on users.company = contacts.company and users.pvaid = contacts.pvaid
    join persons on persons.company = contacts.contact_company and persons.id = contacts.contact_id
    join customers on customers.company = contacts.company and customers.id = contacts.id
    where contacts.company = ${provider} and contacts.pvaid = ${contact} and contacts.erased_at is null`.execute(db)
  return rows[0]
}

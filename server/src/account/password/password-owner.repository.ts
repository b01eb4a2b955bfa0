import { sql } from 'kysely'
import type { Db } from '../../platform/database/query.ts'

/** The person for whom a password is chosen; the person may not be stored yet. */
export interface PasswordOwner {
  readonly providerId: number
  readonly customerId: number
  readonly contactId?: number | undefined
  readonly personId?: number | undefined
}

/** Lists commonly known names, addresses and numbers of the person, which a password must not consist of. */
export async function listKnownFacts(
  db: Db,
  { providerId, customerId, contactId, personId }: PasswordOwner
): Promise<string[]> {
  const { rows } = await sql<Record<string, string | null>>`
    select providers.name as provider, customers.number, firm.last_name as customer, customers.additional_name, person.first_name,
           person.last_name, person.email_address as mail, users.email_address as login
    from customers
    join providers on providers.company = customers.company
    left join persons as firm on firm.company = customers.company and firm.id = customers.id
    left join contacts on contacts.company = customers.company and contacts.id = customers.id
      and (contacts.pvaid = ${contactId ?? null} or contacts.contact_id = ${personId ?? null})
    left join persons as person on person.company = contacts.contact_company and person.id = contacts.contact_id
    left join shop_users as users on users.company = contacts.company and users.pvaid = contacts.pvaid
    where customers.company = ${providerId} and customers.id = ${customerId}`.execute(db)
  return rows.flatMap((row) => Object.values(row)).filter((fact): fact is string => typeof fact === 'string')
}

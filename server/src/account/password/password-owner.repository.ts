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
export async function listPersonalTerms(
  db: Db,
  { providerId, customerId, contactId, personId }: PasswordOwner
): Promise<string[]> {
  const { rows } = await sql<Record<string, string | null>>`
    select providers.name as provider, customers.number, firm.last_name as customer, customers.additional_name, person.first_name,
           person.last_name, person.email_address as mail, users.email_address as login
    from customers
    join providers on providers.provider_id = customers.provider_id
    left join persons as firm on firm.provider_id = customers.provider_id and firm.person_id = customers.customer_id
    left join contacts on contacts.provider_id = customers.provider_id and contacts.customer_id = customers.customer_id
      and (contacts.contact_id = ${contactId ?? null} or contacts.person_id = ${personId ?? null})
    left join persons as person on person.provider_id = contacts.provider_id and person.person_id = contacts.person_id
    left join shop_users as users on users.provider_id = contacts.provider_id and users.contact_id = contacts.contact_id
    where customers.provider_id = ${providerId} and customers.customer_id = ${customerId}`.execute(db)
  return rows.flatMap((row) => Object.values(row)).filter((fact): fact is string => typeof fact === 'string')
}

import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { NameParts } from '../../platform/mail/person-name.ts'

export interface Owner extends NameParts {
  readonly emailAddress: string
  readonly customerNumber: string
}

/** Whom a mail about a login is written to. */
export function findOwner(
  db: Kysely<Tables>,
  { company, pvaid }: { readonly company: number; readonly pvaid: number }
): Promise<Owner | undefined> {
  return db
    .selectFrom('shop_users')
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.company', '=', 'shop_users.company').onRef('contacts.pvaid', '=', 'shop_users.pvaid')
    )
    .innerJoin('persons', (join) =>
      join.onRef('persons.company', '=', 'contacts.contact_company').onRef('persons.id', '=', 'contacts.contact_id')
    )
    .innerJoin('customers', (join) =>
      join.onRef('customers.company', '=', 'shop_users.company').onRef('customers.id', '=', 'shop_users.id')
    )
    .select([
      'shop_users.email_address as emailAddress',
      'customers.number as customerNumber',
      'persons.title',
      'persons.first_name as firstName',
      'persons.last_name as lastName',
      'persons.post_nominal_title as postNominalTitle'
    ])
    .where('shop_users.company', '=', company)
    .where('shop_users.pvaid', '=', pvaid)
    .executeTakeFirst()
}

import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { NameParts } from '../../platform/mail/person-name.ts'

interface Owner extends NameParts {
  readonly emailAddress: string
}

/** Whom a mail about an address is written to. */
export function findOwner(
  db: Kysely<Tables>,
  { company, pvaid }: { readonly company: number; readonly pvaid: number }
): Promise<Owner> {
  return db
    .selectFrom('shop_users')
    .innerJoin('contacts', (join) =>
      join.onRef('contacts.company', '=', 'shop_users.company').onRef('contacts.pvaid', '=', 'shop_users.pvaid')
    )
    .innerJoin('persons', (join) =>
      join.onRef('persons.company', '=', 'contacts.contact_company').onRef('persons.id', '=', 'contacts.contact_id')
    )
    .select([
      'shop_users.email_address as emailAddress',
      'persons.title',
      'persons.first_name as firstName',
      'persons.last_name as lastName',
      'persons.post_nominal_title as postNominalTitle'
    ])
    .where('shop_users.company', '=', company)
    .where('shop_users.pvaid', '=', pvaid)
    .executeTakeFirstOrThrow()
}

import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'

/** Who writes. */
export interface Provider {
  readonly name: string
  readonly street: string
  readonly plz: string
  readonly place: string
  readonly phone_number: string
  readonly email_address: string
}

export function findProvider(db: Kysely<Tables>, company: number): Promise<Provider> {
  return db
    .selectFrom('providers')
    .select(['name', 'street', 'plz', 'place', 'phone_number', 'email_address'])
    .where('company', '=', company)
    .executeTakeFirstOrThrow()
}

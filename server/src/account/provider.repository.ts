import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { Sender } from '../platform/mail/compose.ts'

export function findProvider(db: Kysely<Tables>, company: number): Promise<Sender> {
  return db
    .selectFrom('providers')
    .select(['name', 'street', 'plz', 'place', 'phone_number', 'email_address'])
    .where('company', '=', company)
    .executeTakeFirstOrThrow()
}

/** Where people ask about a mail. */
export function contactOf({ name, phone_number, email_address }: Sender): string {
  return [phone_number, email_address].filter((way) => way !== '').join(', ') || name
}

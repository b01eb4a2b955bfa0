import { type Kysely, sql } from 'kysely'

// Servers no longer keep lists, so nobody asks any more whether one has changed.
const tables = ['contacts', 'shop_users', 'participations', 'invoices', 'documents', 'events', 'persons']

export async function up(db: Kysely<unknown>): Promise<void> {
  // A function takes its triggers along.
  for (const name of [...tables, 'all']) await sql.raw(`drop function note_changes_of_${name}() cascade`).execute(db)
  await sql`drop table list_changes`.execute(db)
}

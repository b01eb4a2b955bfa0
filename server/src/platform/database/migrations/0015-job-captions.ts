import { type Kysely, sql } from 'kysely'

const statements = [
  sql`alter table server_functions add column caption text`,
  sql`create index server_functions_person on server_functions (company, pvaid, created_at)`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

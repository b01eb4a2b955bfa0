import { type Kysely, sql } from 'kysely'

const statements = [
  sql`alter table server_functions add column cost int not null default 1, add column content_hash text`,
  // What somebody, or all of a customer, has asked for within a day.
  sql`create index server_functions_customer on server_functions (company, id, created_at)`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

import { type Kysely, sql } from 'kysely'

const statements = [
  // A copy of one's data is given to the login alone that asked for it.
  sql`alter table server_functions add column family uuid`,
  // The row of an erased person stays, for what refers to it.
  sql`alter table contacts add column erased_at timestamptz`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

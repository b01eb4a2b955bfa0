import { type Kysely, sql } from 'kysely'

// A company may have several shops: what follows from a call, a mail or a letter, is of the one in which it was made.
const statements = [
  sql`alter table sessions add column shop text`,
  sql`alter table server_functions add column shop text`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

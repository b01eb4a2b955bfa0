import { type Kysely, sql } from 'kysely'

const statements = [
  // One file may have the letters of all participants.
  sql`alter table issued_letters drop constraint issued_letters_sha256_key`,
  sql`create index issued_letters_sha256 on issued_letters (sha256)`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

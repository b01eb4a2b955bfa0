import { type Kysely, sql } from 'kysely'

/** Drops the table by which Kysely's migrator locks on databases without advisory locks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table if exists kysely_migration_lock`.execute(db)
}

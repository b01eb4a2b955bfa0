import { type Kysely, sql } from 'kysely'

/** How many fields a run left out of rows that it took. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import_runs add column refused_fields int not null default 0`.execute(db)
}

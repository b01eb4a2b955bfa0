import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import_runs add column map text`.execute(db)
  await sql`comment on column import_runs.map is 'SHA-256 of the map that made its rows; null: no map.'`.execute(db)
}

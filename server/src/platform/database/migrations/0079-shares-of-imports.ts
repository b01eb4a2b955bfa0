import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import_runs add column share float8`.execute(db)
  await sql`comment on column import_runs.share is 'Part of the source that is stored, from 0 to 1; null where its size is not known.'`.execute(
    db
  )
}

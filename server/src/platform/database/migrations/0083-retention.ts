import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table import_runs
      add column refusal_bytes int not null default 0,
      add column not_kept int not null default 0`.execute(db)
  await sql`comment on column import_runs.refusal_bytes is 'Bytes of its rows in import_refusals.'`.execute(db)
  await sql`comment on column import_runs.not_kept is 'Number of refusals beyond the limit of bytes, which are counted but not kept.'`.execute(
    db
  )
  await sql`create index jobs_end on jobs (ended_at) where ended_at is not null`.execute(db)
}

import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_entries add column trace text`.execute(db)
  await sql`comment on column audit_entries.trace is 'The header traceparent of the save, for its webhooks; none of an import.'`.execute(
    db
  )
}

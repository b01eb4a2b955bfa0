import { type Kysely, sql } from 'kysely'

/** The token of an address for calendars, to show it again. `docs/decisions/0114-readable-calendar-addresses.md` */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table calendar_feeds add column token text`.execute(db)
  await sql`comment on column calendar_feeds.token is 'It counts if token_hash is its hash: the previous version writes only the hash.'`.execute(
    db
  )
}

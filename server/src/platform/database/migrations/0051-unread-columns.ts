import { type Kysely, sql } from 'kysely'

/** What no screen, letter or list ever read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table letters drop column caption, drop column template`.execute(db)
  await sql`alter table events drop column model_id`.execute(db)
}

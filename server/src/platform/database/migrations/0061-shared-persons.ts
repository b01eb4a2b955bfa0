import { type Kysely, sql } from 'kysely'

/** Which rows of imports set the values of a person, and what stays where another one has it otherwise. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table persons add column set_by text`.execute(db)
  await sql`alter table import_refusals add column stored text`.execute(db)
}

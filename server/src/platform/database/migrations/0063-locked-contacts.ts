import { type Kysely, sql } from 'kysely'

/** Who was locked by an operator stays inactive, whoever writes the row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table contacts add column locked_at timestamptz,
      add constraint contacts_locked check (locked_at is null or not active)`.execute(db)
}

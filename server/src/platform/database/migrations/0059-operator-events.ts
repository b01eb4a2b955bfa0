import { type Kysely, sql } from 'kysely'

/** What commands have done, until a server has written it into its log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_events (
      id bigserial primary key,
      event jsonb not null,
      at timestamptz not null default now()
    )`.execute(db)
}

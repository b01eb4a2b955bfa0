import { type Kysely, sql } from 'kysely'

/** Addresses whose mails came back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bounces (
      company int not null references providers (company),
      address text not null,
      at timestamptz not null default now(),
      primary key (company, address)
    )`.execute(db)
  await sql`comment on column bounces.address is 'The user name in lower case.'`.execute(db)
}

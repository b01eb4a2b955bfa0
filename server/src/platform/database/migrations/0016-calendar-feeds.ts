import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table calendar_feeds (
      company int not null,
      pvaid int not null,
      token_hash bytea not null unique,
      created_at timestamptz not null default now(),
      primary key (company, pvaid),
      foreign key (company, pvaid) references shop_users (company, pvaid)
    )`.execute(db)
}

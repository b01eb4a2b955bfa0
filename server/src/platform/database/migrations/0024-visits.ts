import { type Kysely, sql } from 'kysely'

const statements = [
  sql`
    create table visits (
      company int not null,
      pvaid int not null,
      last_at timestamptz not null default now(),
      -- The visit before; null at the first one.
      previous_at timestamptz,
      primary key (company, pvaid),
      foreign key (company, pvaid) references contacts (company, pvaid)
    )`,
  sql`alter table documents add column added_at timestamptz not null default now()`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

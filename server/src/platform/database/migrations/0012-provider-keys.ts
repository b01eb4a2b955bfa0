import { type Kysely, sql } from 'kysely'

const statements = [
  sql`
    create table provider_keys (
      id serial primary key,
      company int not null references providers,
      name text not null,
      scopes text[] not null,
      key_hash bytea not null unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      last_used_at timestamptz,
      revoked_at timestamptz,
      unique (company, id)
    )`,
  // Which of the provider's programs opened a session, and on whose behalf a row was written; null: a person.
  sql`alter table sessions add column provider_key int`,
  sql`alter table sessions add foreign key (company, provider_key) references provider_keys (company, id)`,
  sql`create index sessions_provider_key on sessions (company, provider_key) where provider_key is not null`,
  sql`alter table audit_entries add column provider_key int`,
  sql`alter table audit_entries add foreign key (company, provider_key) references provider_keys (company, id)`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

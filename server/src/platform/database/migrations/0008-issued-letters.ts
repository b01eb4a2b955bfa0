import { type Kysely, sql } from 'kysely'

const statements = [
  // Every key that ever signed here: what an old one signed stays valid. Private keys are never in the database.
  sql`
    create table signing_keys (
      key_id text primary key,
      public_key text not null unique,
      first_used_at timestamptz not null default now()
    )`,
  sql`
    create table issued_letters (
      -- Over all companies, since whoever checks a letter knows nothing but this number.
      number text primary key check (number ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
      company int not null,
      id int not null,
      pvaid int not null,
      kind text not null check (kind in ('participation', 'timesheet')),
      key_id text not null references signing_keys,
      -- What stands on the letter; json and not jsonb, which would sort the members.
      printed json not null,
      sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
      issued_at timestamptz not null default now(),
      withdrawn_at timestamptz,
      withdrawn_reason text,
      foreign key (company, id, pvaid) references contacts (company, id, pvaid),
      check ((withdrawn_at is null) = (withdrawn_reason is null))
    )`,
  sql`create index issued_letters_contact on issued_letters (company, id, pvaid)`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

import { type Kysely, sql } from 'kysely'

const statements = [
  // One row for each shop user whose new address is not confirmed yet.
  sql`
    create table email_changes (
      company int not null,
      pvaid int not null,
      change_id uuid not null unique,
      old_address text not null,
      new_address text not null,
      password_hash text,
      confirm_hash bytea unique,
      stop_hash bytea unique,
      requested_at timestamptz not null default now(),
      expires_at timestamptz not null default now() + interval '24 hours',
      primary key (company, pvaid),
      foreign key (company, pvaid) references shop_users (company, pvaid) on delete cascade
    )`,
  // It counts mails of every kind that people ask for.
  sql`alter table password_resets rename to mail_limits`,
  sql`alter table mail_limits rename column address_hash to key_hash`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

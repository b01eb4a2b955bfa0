import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkeys (
      passkey_id uuid primary key default gen_random_uuid(),
      company int not null,
      pvaid int not null,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      name text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      foreign key (company, pvaid) references shop_users (company, pvaid) on delete cascade
    )`.execute(db)
  await sql`create index passkeys_owner on passkeys (company, pvaid)`.execute(db)
  await sql`
    create table passkey_challenges (
      challenge_hash bytea primary key,
      company int,
      pvaid int,
      address text not null,
      expires_at timestamptz not null default now() + interval '5 minutes'
    )`.execute(db)
  await sql`create index passkey_challenges_address on passkey_challenges (address)`.execute(db)
}

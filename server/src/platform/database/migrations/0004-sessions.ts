import { type Kysely, sql } from 'kysely'

const statements = [
  sql`
    create table sessions (
      token_hash bytea primary key,
      kind text not null check (kind in ('access', 'refresh')),
      family uuid not null,
      company int not null,
      id int not null,
      pvaid int not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      last_used_at timestamptz not null default now(),
      rotated_at timestamptz,
      revoked_at timestamptz,
      foreign key (company, id, pvaid) references contacts (company, id, pvaid)
    )`,
  sql`create index sessions_family on sessions (family)`,
  sql`create index sessions_contact on sessions (company, pvaid)`,
  sql`create index sessions_end on sessions (expires_at)`,
  // The account is a hash of customer number and user name, so that the table names nobody who merely mistyped.
  sql`
    create table login_attempts (
      id bigserial primary key,
      at timestamptz not null default now(),
      account text not null,
      address text not null,
      succeeded boolean not null
    )`,
  sql`create index login_attempts_account on login_attempts (account, at)`,
  sql`create index login_attempts_address on login_attempts (address, at)`,
  sql`create index login_attempts_at on login_attempts (at)`,
  sql`
    create table audit_entries (
      id bigserial primary key,
      at timestamptz not null default now(),
      company int not null,
      customer_id int not null,
      actor_pvaid int,
      action text not null,
      resource text not null,
      key jsonb not null,
      changes jsonb not null,
      foreign key (company, customer_id) references customers (company, id),
      foreign key (company, actor_pvaid) references contacts (company, pvaid)
    )`,
  sql`create index audit_entries_customer on audit_entries (company, customer_id, at)`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

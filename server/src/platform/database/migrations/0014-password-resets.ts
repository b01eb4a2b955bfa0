import { type Kysely, sql } from 'kysely'

const statements = [
  // Of addresses, known or not, for a day. A hash, so that the table contains no names.
  sql`
    create table password_resets (
      address_hash bytea primary key,
      count int not null default 1,
      first_at timestamptz not null default now(),
      last_at timestamptz not null default now()
    )`,
  // Whoever forgot the password may have forgotten the customer number too.
  sql`create index shop_users_email_address on shop_users (lower(email_address))`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

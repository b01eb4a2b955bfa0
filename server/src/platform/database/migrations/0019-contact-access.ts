import { type Kysely, sql } from 'kysely'

const statements = [
  // What an admin is told of a login. Not in shop_users: each login locks that row for reading, and two at once could not write it.
  sql`
    create table contact_access (
      company int not null,
      pvaid int not null,
      mail_state text check (mail_state in ('queued', 'sent', 'failed')),
      mailed_at timestamptz,
      valid_until timestamptz,
      last_login_at timestamptz,
      primary key (company, pvaid),
      foreign key (company, pvaid) references shop_users (company, pvaid) on delete cascade
    )`,
  // What is known of earlier mails: a generated password is good for 72 hours.
  sql`
    insert into contact_access (company, pvaid, mail_state, mailed_at, valid_until)
    select company, pvaid, 'sent', password_expires_at - interval '72 hours', password_expires_at
    from shop_users where password_must_change and password_expires_at is not null`,
  sql`
    insert into contact_access (company, pvaid, last_login_at)
    select company, pvaid, max(created_at) from sessions group by company, pvaid
    on conflict (company, pvaid) do update set last_login_at = excluded.last_login_at`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

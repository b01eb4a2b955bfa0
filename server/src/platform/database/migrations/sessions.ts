import { sql } from 'kysely'
import { type DatabaseMigrations, columnComments, inOrder } from './migration.ts'

export const sessions: DatabaseMigrations = {
  '0052-proofs-by-mail': inOrder(
    // The proof of a mail ends with the address that the mail went to. Several links may be good at once: a stranger who asks for one must
    // not end another.
    sql`alter table password_mails drop constraint password_mails_pkey, add column address text`,
    sql`
    update password_mails as mail set address = users.email_address
    from shop_users as users where users.company = mail.company and users.pvaid = mail.pvaid`,
    sql`alter table password_mails alter column address set not null, add primary key (company, pvaid, job_id)`,
    sql`create index password_mails_job_id on password_mails (job_id)`,
    sql`alter table shop_users add column password_address text`,
    sql`update shop_users set password_address = email_address where password_must_change`,
    // The table now counts other keys, and stores one time for each: the time until which its turns are used.
    sql`delete from mail_limits`,
    sql`
    alter table mail_limits drop column count, drop column first_at, drop column last_at,
      add column used_until timestamptz not null`,
    // Waiting mails name their recipient, as new ones do. A new database has neither such mails nor the queue of
    // pg-boss.
    sql`
    do $$ begin
      if to_regclass('pgboss.job') is not null then
        update pgboss.job set data = data || jsonb_build_object('to', coalesce(data->>'address', data->>'oldAddress'))
        where name in ('password-changed-mail', 'email-changed-mail') and state < 'active';
      end if;
    end $$`
  ),

  /** A failed login computes one hash of each kind: in alphabetical order, hashes of one kind are adjacent. */
  '0056-kinds-of-imported-hashes': inOrder(
    sql`
    create index shop_users_imported_hashes on shop_users (password_hash collate "C")
    where password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%'`,
    sql`drop index shop_users_imported_hash`
  ),

  /** Browsers in which a person has logged in, and the time of the last mail about a login without a mark. */
  '0067-login-marks': inOrder(
    sql`
    create table login_marks (
      company int, pvaid int, mark_hash bytea, last_used_at timestamptz not null default now(),
      primary key (company, pvaid, mark_hash),
      foreign key (company, pvaid) references shop_users (company, pvaid) on delete cascade
    )`,
    sql`create index login_marks_last_used_at on login_marks (last_used_at)`,
    sql`alter table contact_access add column browser_told_at timestamptz`
  ),

  /** Logins and refused logins, for the provider's office. */
  '0076-logins': inOrder(
    // No foreign key: its check would tell by its time who is known.
    sql`
    create table logins (
      id bigint generated always as identity primary key,
      company int,
      pvaid int,
      at timestamptz not null default now(),
      way text not null check (way in ('password', 'passkey', 'key')),
      reason text
    )`,
    sql`create index logins_person on logins (company, pvaid, id)`,
    sql`create index logins_at on logins (at)`,
    ...columnComments({
      'logins.pvaid':
        'The contact; null, as its company, where nobody has the name: such a row takes as long to write, and is deleted next.',
      'logins.reason': 'Why it was refused; null: it was not.'
    })
  ),

  /** Addresses whose mails came back. */
  '0084-bounces': inOrder(
    sql`
    create table bounces (
      company int not null references providers (company),
      address text not null,
      at timestamptz not null default now(),
      primary key (company, address)
    )`,
    sql`comment on column bounces.address is 'The user name in lower case.'`
  )
}

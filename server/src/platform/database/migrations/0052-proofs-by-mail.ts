import { sql } from 'kysely'
import { inOrder } from './in-order.ts'

export const up = inOrder(
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
  // Counted by other keys from now on, and by one time for each: until when its turns are used.
  sql`delete from mail_limits`,
  sql`
    alter table mail_limits drop column count, drop column first_at, drop column last_at,
      add column used_until timestamptz not null`,
  // Waiting mails name their recipient as all do now. A new database has none, nor the queue of that time.
  sql`
    do $$ begin
      if to_regclass('pgboss.job') is not null then
        update pgboss.job set data = data || jsonb_build_object('to', coalesce(data->>'address', data->>'oldAddress'))
        where name in ('password-changed-mail', 'email-changed-mail') and state < 'active';
      end if;
    end $$`
)

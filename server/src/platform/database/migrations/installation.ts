import { sql } from 'kysely'
import { type DatabaseMigrations, inOrder } from './migration.ts'

const functions = [
  'end_feed',
  'keep_attended_name',
  'keep_login',
  'note_customer_changes',
  'note_login',
  'note_refusal_kind',
  'note_removed_numbers',
  'refuse_erased'
]

export const installation: DatabaseMigrations = {
  /** Acts of commands, until a server has written them into its log. */
  '0059-operator-events': inOrder(
    sql`
    create table operator_events (
      id bigserial primary key,
      event jsonb not null,
      at timestamptz not null default now()
    )`
  ),

  '0064-outgoing': inOrder(
    // Single row: the identity of the database when it was last noted, and the reason why outgoing is on hold.
    sql`
    create table outgoing (
      is_only boolean primary key default true check (is_only),
      database_identity text not null,
      folder_mark text not null,
      public_url text,
      held_because text
    )`,
    // Every role may read both values unless that right was revoked. This is a function because a statement that names
    // a forbidden function fails as a whole.
    sql`
    create function database_identity() returns text language plpgsql stable as $$
    declare own text := (select oid from pg_database where datname = current_database());
    begin
      return (select system_identifier from pg_control_system()) || '/' || own;
    exception when insufficient_privilege then
      return '/' || own;
    end $$`
  ),

  '0081-backups': inOrder(
    sql`alter table outgoing add column backed_up_at timestamptz, add column restored_at timestamptz`,
    sql`comment on column outgoing.backed_up_at is 'Time at which the last backup began.'`,
    sql`comment on column outgoing.restored_at is 'Time at which this database was restored from a backup; cursors and mails from before are those of its original.'`,
    sql`alter table provider_keys add column sleeping boolean not null default false`,
    sql`comment on column provider_keys.sleeping is 'Whether it came by a backup and nobody has confirmed it since: until then it opens nothing.'`,
    sql`alter table webhooks add column sleeping boolean not null default false`,
    sql`comment on column webhooks.sleeping is 'Whether it came by a backup and nobody has confirmed it since: until then it gets nothing.'`
  ),

  /** Drops the table by which Kysely's migrator locks on databases without advisory locks. */
  '0085-no-lock-table': inOrder(sql`drop table if exists kysely_migration_lock`),

  '0087-indexes-of-ends': inOrder(
    // Indexes for the clean-ups, which would otherwise read each table as a whole every ten minutes.
    sql`create index passkey_challenges_end on passkey_challenges (expires_at)`,
    sql`create index password_mails_end on password_mails (expires_at)`,
    sql`create index email_changes_end on email_changes (expires_at)`,
    sql`create index zip_downloads_end on zip_downloads (expires_at)`,
    sql`create index mail_limits_end on mail_limits (used_until)`,
    sql`create index import_runs_end on import_runs (committed_at)`,
    // Index for the lists of given-up jobs among all jobs that are kept for JOB_DAYS.
    sql`create index jobs_given_up on jobs (kind) where state in ('failed', 'refused')`
  ),

  /** Fixes the search path of trigger functions: a removal by hand failed in a session with another search path. */
  '0092-schema-of-triggers': {
    async up(db) {
      const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
      for (const name of functions)
        await sql`alter function ${sql.id(name)} set search_path = ${sql.id(rows[0]?.schema ?? 'public')}`.execute(db)
    }
  }
}

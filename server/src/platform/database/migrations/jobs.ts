import { sql } from 'kysely'
import { type DatabaseMigrations, inOrder } from './migration.ts'

const table = sql`
  create table jobs (
    id uuid primary key,
    kind text not null,
    data jsonb not null,
    state text not null default 'waiting' check (state in ('waiting', 'running', 'completed', 'refused', 'failed')),
    attempts int not null default 0,
    failures int not null default 0,
    queued_at timestamptz not null default now(),
    due_at timestamptz not null,
    started_at timestamptz,
    ended_at timestamptz,
    reason text
  )`

const comments: Readonly<Record<string, string>> = {
  state: '`refused`: no retry can help; `failed`: its retries were used up.',
  attempts: 'How many runs have begun.',
  failures: 'How many runs have failed; one that ended with its process has not.',
  due_at: 'When it may run; while it runs, when its process counts as dead.',
  started_at: 'When its last run began.',
  reason: 'Why the last run failed, in English.'
}

// Before this migration the queue belonged to pg-boss. A process of the version before may still run jobs: it gets ten
// seconds to finish and record them, since unrecorded work would run twice. Then the lock keeps that process from
// taking more jobs. Jobs that are still running start again when their time has run out.
const lockQueue = sql`
  do $$ declare started timestamptz := clock_timestamp();
  begin
    loop
      begin
        lock table pgboss.job in access exclusive mode;
        exit when clock_timestamp() > started + interval '10 seconds' or not exists (
          select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        ) or not exists (
          select from pgboss.job where state = 'active' and name <> 'dead-jobs' and started_on + expire_in > clock_timestamp());
        raise lock_not_available;
      exception when lock_not_available then
        perform pg_sleep(0.05);
      end;
    end loop;
  end $$`

const statements = [
  // pg-boss deleted jobs that had waited for two weeks, and copied failed jobs into a queue of dead jobs, which handled
  // the consequences. A job that still waits there gets one more run here, which gives it up.
  sql`
    insert into jobs (id, kind, data, state, attempts, failures, queued_at, due_at, started_at, ended_at, reason)
    select id, name, data - 'job',
      case when is_dead then 'waiting' when output ? 'refused' then 'refused' when state in ('created', 'retry') then 'waiting'
        when state = 'active' then 'running' else state::text end,
      case when is_dead then 100 else attempts end,
      case when state = 'active' then attempts - 1 else attempts end,
      created_on, case when state = 'active' then started_on + expire_in else start_after end, started_on,
      case when not is_dead and state >= 'completed' then completed_on end,
      case output->'value'->>'message' when 'job failed by timeout in active state' then 'Its process ended, or it took too long.'
        else coalesce(output->>'refused', output->>'message', output->'value'->>'message') end
    from (
      select *, retry_count + (started_on is not null)::int as attempts,
        state = 'failed' and exists (select from pgboss.job dead where dead.name = 'dead-jobs' and dead.state < 'completed'
          and dead.data = stored.data) as is_dead
      from (
        select id, name, data, state, output, retry_count, created_on, start_after, started_on, completed_on, expire_in from pgboss.job
        union all
        select id, name, data, state, output, retry_count, created_on, start_after, started_on, completed_on, null
        from pgboss.archive where state >= 'completed') stored) all_jobs
    where name <> 'dead-jobs' and state <> 'cancelled' and (name <> 'webhook-delivery' or state >= 'completed')
    on conflict do nothing`,
  // A delivery was a row in a table for deliveries, and each attempt was a job.
  sql`
    insert into jobs (id, kind, data, state, attempts, failures, due_at, ended_at, reason)
    select gen_random_uuid(), 'webhook-delivery', jsonb_build_object('webhookId', webhook_id, 'changeId', change_id),
      case when failed_at is null then 'waiting' else 'failed' end, attempts, attempts, due_at, failed_at, reason
    from webhook_deliveries order by due_at, change_id`,
  sql`drop schema pgboss cascade`
]

export const jobs: DatabaseMigrations = {
  '0072-jobs': {
    async up(db) {
      await table.execute(db)
      await sql`create index jobs_due on jobs (kind, due_at) where ended_at is null`.execute(db)
      for (const [column, comment] of Object.entries(comments))
        await sql`comment on column ${sql.ref(`jobs.${column}`)} is ${sql.lit(comment)}`.execute(db)
      const { rows } = await sql`select where to_regclass('pgboss.job') is not null`.execute(db)
      // A new database has never had pg-boss.
      if (rows.length > 0) for (const statement of [lockQueue, ...statements]) await statement.execute(db)
      await sql`drop table webhook_deliveries`.execute(db)
    }
  },

  /** Index for the mails of one person. Without it each such query reads all jobs that are kept. */
  '0075-jobs-of-persons': inOrder(
    sql`
    create index jobs_of_person on jobs ((data->>'company'), (data->>'pvaid')) where data->>'pvaid' is not null`
  )
}

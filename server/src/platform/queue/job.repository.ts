import { sql } from 'kysely'
import type { Db } from '../database/query.ts'
import { expiringTable, isOlder, type Retention } from '../database/retention.ts'
import type { QueueJob, JobOptions, JobRun } from './job.ts'

/** A job that this process runs; no other process runs it before its lease ends. */
export interface TakenJob extends Omit<JobRun<object>, 'signal'> {
  readonly failures: number
  /** Time at which the process took it, to the microsecond. */
  readonly startedAt: string
}

/**
 * Condition of each write about a run: no other process has taken the job since. The time is compared as well, because
 * the attempts start again from zero when an operator restarts a job.
 */
const isOwn = ({ id, attempt, startedAt }: TakenJob) =>
  sql<boolean>`id = ${id} and attempts = ${attempt} and started_at = ${startedAt}::timestamptz and state = 'running'`

/** Returns the seconds for which a run may continue until the next sign of life, or in all. */
export const leaseSeconds = ({ timeoutSeconds, heartbeatTimeoutSeconds }: JobOptions): number =>
  Math.min(timeoutSeconds, heartbeatTimeoutSeconds ?? timeoutSeconds)

/** Finds the kinds that have a job to run: a due one, or one whose process has given no sign of life in time. */
export async function findDueKinds(db: Db, kinds: readonly string[]): Promise<string[]> {
  // OFFSET keeps the planner from reading all jobs for a join.
  const { rows } = await sql<{ kind: string }>`
    select kind from unnest(${kinds}::text[]) kinds (kind)
    where exists (select from jobs where jobs.kind = kinds.kind and ended_at is null and due_at <= now() offset 0)`.execute(
    db
  )
  return rows.map(({ kind }) => kind)
}

/** Takes the job of a kind that has been due longest. */
export async function takeJob(
  db: Db,
  kind: string,
  lease: number,
  busy: readonly object[]
): Promise<TakenJob | undefined> {
  const { rows } = await sql<TakenJob>`
    update jobs set state = 'running', attempts = attempts + 1, started_at = now(),
      due_at = now() + make_interval(secs => ${lease}),
      reason = case when state = 'running' then 'Its process ended, or it took too long.' else reason end
    where id = (
      select id from jobs
      where kind = ${kind} and ended_at is null and due_at <= now()
        and not data @> any (${busy.map((data) => JSON.stringify(data))}::jsonb[])
      order by due_at limit 1 for update skip locked)
    returning id, data, attempts as attempt, failures, queued_at as "queuedAt", started_at::text as "startedAt"`.execute(
    db
  )
  return rows[0]
}

/** Extends the lease of a running job, as a sign of life. */
export async function extendJob(db: Db, job: TakenJob, lease: number): Promise<void> {
  await sql`update jobs set due_at = now() + make_interval(secs => ${lease}) where ${isOwn(job)}`.execute(db)
}

/** Makes running jobs due at the start, if no other process can work on them: their process has ended. */
export async function resumeJobs(db: Db): Promise<void> {
  await sql`update jobs set due_at = now() where state = 'running'`.execute(db)
}

export type JobOutcome =
  | { readonly state: 'completed'; readonly reason?: never }
  | { readonly state: 'refused' | 'failed'; readonly reason: string }

/** @returns false if another run has taken the job, which then writes the consequences */
export async function endJob(db: Db, job: TakenJob, { state, reason }: JobOutcome): Promise<boolean> {
  const { rows } = await sql`
    update jobs set state = ${state}, reason = ${reason ?? null}, ended_at = now()
    where ${isOwn(job)} returning id`.execute(db)
  return rows.length > 0
}

/**
 * Returns the SQL of a mail's state: sent, failed, queued or dropped. A dropped mail is a job that ended with a reason,
 * because nobody needed the mail any more.
 */
export const mailOutcome = (job: string): string =>
  `case when ${job}.state in ('failed', 'refused') then 'failed' when ${job}.ended_at is null then 'queued'
    when ${job}.reason is null then 'sent' else 'dropped' end`

/** Notes the reason why a completed job had nothing to do. */
export async function noteReason(trx: Db, id: string, reason: string): Promise<void> {
  await sql`update jobs set reason = ${reason} where id = ${id}`.execute(trx)
}

/**
 * Puts a job back in the queue.
 * @param seconds until the next run; null: at once, without counting a failure, because the process ends
 */
export async function postponeJob(db: Db, job: TakenJob, seconds: number | null, reason: string): Promise<void> {
  await sql`
    update jobs set state = 'waiting', failures = failures + ${seconds === null ? 0 : 1}, reason = ${reason},
      due_at = now() + make_interval(secs => ${seconds ?? 0})
    where ${isOwn(job)}`.execute(db)
}

/** Given-up jobs that begin again with all their retries: those of some kinds, with an id or with some data. */
interface RestartedJobs {
  readonly kinds: readonly string[]
  readonly id?: string | undefined
  readonly data?: object
}

/** @returns how many */
export async function restartJobs(db: Db, { kinds, id, data = {} }: RestartedJobs): Promise<number> {
  const { rows } = await sql`
    update jobs set state = 'waiting', attempts = 0, failures = 0, reason = null, ended_at = null, queued_at = now(), due_at = now()
    where state = 'failed' and kind = any(${kinds}) and id = coalesce(${id ?? null}::uuid, id)
      and data @> ${JSON.stringify(data)}::jsonb
    returning id`.execute(db)
  return rows.length
}

/** Deletes jobs that are no longer needed, even running ones. */
export async function removeJobs(trx: Db, kind: string, data: object): Promise<void> {
  await sql`delete from jobs where kind = ${kind} and data @> ${JSON.stringify(data)}::jsonb`.execute(trx)
}

/** @param jobs all kinds; for some, given-up jobs are kept longer */
export const jobRetention = (jobs: readonly Pick<QueueJob<object, never>, 'name' | 'failedDays'>[]): Retention =>
  expiringTable('jobs', '`JOB_DAYS` after their end; failed deliveries of webhooks `AUDIT_DAYS`', (config) => {
    const days = Object.fromEntries(
      jobs.flatMap(({ name, failedDays }) => (failedDays ? [[name, failedDays(config)]] : []))
    )
    const shortest = Math.min(config.jobDays, ...Object.values(days))
    return sql`${isOlder('ended_at', shortest)} and ended_at < now() - make_interval(days =>
      coalesce(case state when 'failed' then (${JSON.stringify(days)}::jsonb->>kind)::int end, ${config.jobDays}::int))`
  })

import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { isRefused, type JobKinds, namesOf, reason } from './failed-jobs.ts'

/** How jobs of a kind do. Those that were given up count for as long as they are kept. */
interface JobKind {
  readonly kind: string
  /** Also those that are tried again later. */
  readonly waiting: number
  readonly waitingSince: string | null
  readonly running: number
  readonly failed: number
  readonly lastError: string | null
}

/** A job that was given up. */
interface FailedJob {
  readonly id: string
  readonly kind: string
  readonly at: string
  /** `refused`: no retry can help. */
  readonly state: 'failed' | 'refused'
  readonly attempts: number
  /** With a mail's recipient masked. */
  readonly reason: string
}

export interface JobList {
  /** In the order in which the server knows them. */
  readonly kinds: readonly JobKind[]
  /** The oldest first. */
  readonly failed: readonly FailedJob[]
}

/**
 * How all kinds of jobs do, and those that were given up.
 * @param kind a name of jobs, or `mail` for all kinds of mails; left out: all
 */
export async function listJobs(db: Kysely<Tables>, jobKinds: JobKinds, kind?: string): Promise<JobList> {
  const names = namesOf(jobKinds, kind)
  const columns = sql`id, name, state::text as state, created_on, started_on, completed_on, output, retry_count`
  const jobs = sql`(
    select name as kind, id, state, retry_count + 1 as attempts, created_on, coalesce(completed_on, started_on) as ended,
      ${isRefused} as is_refused, ${reason} as reason
    from (select ${columns} from pgboss.job union all select ${columns} from pgboss.archive) stored
    where name = any(${names})) jobs`
  const { rows: kinds } = await sql<Omit<JobKind, 'waitingSince'> & { waitingSince: Date | null }>`
    select kinds.kind, count(*) filter (where state in ('created', 'retry'))::int as waiting,
      min(created_on) filter (where state in ('created', 'retry')) as "waitingSince",
      count(*) filter (where state = 'active')::int as running,
      count(*) filter (where state = 'failed' or is_refused)::int as failed,
      (array_agg(reason order by ended desc) filter (where reason is not null and state <> 'active'))[1] as "lastError"
    from unnest(${names}::text[]) with ordinality kinds (kind, place) left join ${jobs} on jobs.kind = kinds.kind
    group by kinds.kind, place order by place`.execute(db)
  const { rows: failed } = await sql<Omit<FailedJob, 'at'> & { at: Date }>`
    select id, kind, ended as at, case when is_refused then 'refused' else 'failed' end as state, attempts,
      coalesce(reason, '') as reason
    from ${jobs} where state = 'failed' or is_refused order by ended, id`.execute(db)
  return {
    kinds: kinds.map((each) => ({ ...each, waitingSince: each.waitingSince?.toISOString() ?? null })),
    failed: failed.map((job) => ({ ...job, at: job.at.toISOString() }))
  }
}

import { sql } from 'kysely'
import { OperatorError } from '../config/operator-error.ts'
import { type Db, type WithDates, timesAsText } from '../database/query.ts'
import { restartJobs } from './job.repository.ts'
import type { QueueJob } from './job.ts'

type JobKinds = readonly Pick<QueueJob<object, never>, 'name' | 'group'>[]

/**
 * Returns the names of all kinds, of one, or of a group.
 * @throws OperatorError for an unknown name
 */
function namesOf(jobs: JobKinds, kind: string | undefined): string[] {
  const names = jobs.filter(({ name, group }) => kind === undefined || name === kind || group === kind)
  if (names.length > 0) return names.map(({ name }) => name)
  const known = new Set(jobs.flatMap(({ name, group }) => (group ? [group, name] : [name])))
  throw new OperatorError(`There are no jobs of the kind ${kind}: kinds are ${[...known].join(', ')}.`)
}

/** Counts of a kind of jobs. Given-up jobs count for as long as they are kept. */
interface JobKind {
  readonly kind: string
  /** Number of waiting jobs, including those that wait for a retry. */
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
  /** The reason, with a mail's recipient masked. */
  readonly reason: string
}

export interface JobList {
  /** The kinds, in the order of the server's list. */
  readonly kinds: readonly JobKind[]
  /** The oldest first. */
  readonly failed: readonly FailedJob[]
}

const firstLine = sql<string | null>`left(split_part(reason, ${'\n'}, 1), 500)`

/**
 * Lists all kinds of jobs with their counts, and the given-up jobs.
 * @param kind name of a kind, or `mail` for all kinds of mails; default: all
 */
export async function listJobs(db: Db, jobKinds: JobKinds, kind?: string): Promise<JobList> {
  const names = namesOf(jobKinds, kind)
  const { rows: kinds } = await sql<WithDates<JobKind, 'waitingSince'>>`
    select kinds.kind, count(*) filter (where state = 'waiting')::int as waiting,
      min(queued_at) filter (where state = 'waiting') as "waitingSince",
      count(*) filter (where state = 'running')::int as running,
      count(*) filter (where state in ('failed', 'refused'))::int as failed,
      (array_agg(${firstLine} order by coalesce(ended_at, started_at) desc)
        filter (where reason is not null and state not in ('running', 'completed')))[1] as "lastError"
    from unnest(${names}::text[]) with ordinality kinds (kind, place)
    left join jobs on jobs.kind = kinds.kind and (ended_at is null or state in ('failed', 'refused'))
    group by kinds.kind, place order by place`.execute(db)
  const { rows: failed } = await sql<WithDates<FailedJob, 'at'>>`
    select id, kind, ended_at as at, state, attempts, coalesce(${firstLine}, '') as reason
    from jobs where kind = any(${names}) and state in ('failed', 'refused') order by ended_at, id`.execute(db)
  return { kinds: kinds.map(timesAsText), failed: failed.map(timesAsText) }
}

interface WantedJobs {
  readonly id?: string | undefined
  /** Name of a kind of jobs, or `mail` for all kinds of mails. */
  readonly kind?: string | undefined
}

/** Retries jobs that were given up because their retries were used up: one, those of a kind, or all. */
export async function retryJobs(db: Db, jobKinds: JobKinds, { id, kind }: WantedJobs): Promise<number> {
  const kinds = namesOf(jobKinds, kind)
  const count = await restartJobs(db, { kinds, id })
  if (count > 0 || id === undefined) return count
  const { rows } = await sql`
    select from jobs where id = ${id}::uuid and kind = any(${kinds}) and state = 'refused'`.execute(db)
  if (rows.length > 0) throw new OperatorError(`The job ${id} was refused: trying it again cannot help.`)
  throw new OperatorError(`There is no failed job ${id}.`)
}

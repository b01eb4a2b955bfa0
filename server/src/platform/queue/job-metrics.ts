import { sql } from 'kysely'
import { Counter } from 'prom-client'
import { findHold } from '../database/outgoing.ts'
import { ownMetric, type MetricSample, type SharedGauges } from '../metrics/metric.ts'

const runsHelp = 'Runs of jobs, by what became of them: completed, retried, failed for good, or refused'

/** Runs of jobs in this process. `retried` is one that failed and is tried again. */
export const jobRuns = new Counter(ownMetric('job_runs_total', runsHelp, 'kind', 'group', 'outcome'))

interface JobCounts {
  readonly kind: string
  readonly waiting: number
  readonly running: number
  readonly age: number
  readonly late: number
}

/** The queue: jobs that have not ended, which one index lists. */
export const jobGauges: SharedGauges = {
  gauges: {
    shared_jobs: ['Jobs that have not ended: waiting, also to be tried again, or running', 'kind', 'group', 'state'],
    shared_job_age_seconds: ['Time since the oldest job was queued that has not ended', 'kind', 'group'],
    shared_job_lateness_seconds: ['Time for which the first job in the queue has been due and waits', 'kind', 'group'],
    shared_outgoing_on_hold: ['Whether mails and webhooks wait for outgoing release']
  },
  async read({ db, jobs }) {
    const { rows } = await sql<JobCounts>`
      select kind, count(*) filter (where state = 'waiting')::int as waiting,
        count(*) filter (where state = 'running')::int as running,
        extract(epoch from now() - min(queued_at))::float8 as age,
        coalesce(extract(epoch from now() - min(due_at) filter (where state = 'waiting' and due_at <= now())), 0)::float8 as late
      from jobs where ended_at is null group by kind`.execute(db)
    const hold = await findHold(db)
    const ofKinds = jobs.flatMap(({ name: kind, group = '' }): MetricSample[] => {
      const { waiting = 0, running = 0, age = 0, late = 0 } = rows.find((row) => row.kind === kind) ?? {}
      const labels = { kind, group }
      return [
        ['shared_jobs', waiting, { ...labels, state: 'waiting' }],
        ['shared_jobs', running, { ...labels, state: 'running' }],
        ['shared_job_age_seconds', age, labels],
        ['shared_job_lateness_seconds', late, labels]
      ]
    })
    return [['shared_outgoing_on_hold', hold === null ? 0 : 1], ...ofKinds]
  }
}

import { type Kysely, sql } from 'kysely'
import { OperatorError } from '../config/operator-error.ts'
import type { Tables } from '../database/tables.ts'
import { inTransaction } from '../database/transaction.ts'
import { isRefused, type JobKinds, namesOf } from './failed-jobs.ts'
import { queueJob } from './job.ts'
import { deadLetterQueue } from './prepare-queues.ts'

/** Which jobs are tried again. */
export interface WantedJobs {
  readonly id?: string | undefined
  /** A name of jobs, or `mail` for all kinds of mails. */
  readonly kind?: string | undefined
}

interface FailedJob {
  readonly id: string
  readonly name: string
  readonly data: object
}

/** @throws OperatorError for a job that is named and cannot be tried again */
async function explain(db: Kysely<Tables>, id: string, names: readonly string[]): Promise<never> {
  const { rows } = await sql<{ refused: boolean }>`
    select ${isRefused} as refused from (
      select name, id, state::text as state, output from pgboss.job
      union all select name, id, state::text, output from pgboss.archive) jobs
    where id = ${id}::uuid and name = any(${names})`.execute(db)
  if (rows[0]?.refused) throw new OperatorError(`The job ${id} was refused: trying it again cannot help.`)
  throw new OperatorError(`There is no failed job ${id}.`)
}

/** Each begins anew, under its number and with all its retries. */
export async function retryJobs(db: Kysely<Tables>, jobKinds: JobKinds, { id, kind }: WantedJobs): Promise<number> {
  const names = namesOf(jobKinds, kind)
  const failed = sql`state = 'failed' and name = any(${names}) and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)`
  return inTransaction(db, async (trx) => {
    const { rows: recent } = await sql<FailedJob>`
      delete from pgboss.job where ${failed} returning id, name, data`.execute(trx)
    const { rows: older } = await sql<FailedJob>`
      delete from pgboss.archive where ${failed} returning id, name, data`.execute(trx)
    const jobs = [...older, ...recent]
    if (jobs.length === 0 && id !== undefined) await explain(trx, id, names)
    for (const { id: jobId, name, data } of jobs) {
      // Its failure need not be cleaned up any more.
      await sql`
        delete from pgboss.job
        where name = ${deadLetterQueue} and state <> 'active' and data = ${JSON.stringify(data)}::jsonb`.execute(trx)
      await queueJob(trx, name, data, { id: jobId })
    }
    return jobs.length
  })
}

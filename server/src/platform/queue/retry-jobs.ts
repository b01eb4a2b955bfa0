import { sql } from 'kysely'
import { OperatorError } from '../config/operator-error.ts'
import type { Db } from '../database/query.ts'
import { restartJobs } from './job.repository.ts'
import { type JobKinds, namesOf } from './list-jobs.ts'

/** Choice of the jobs that are tried again. */
export interface WantedJobs {
  readonly id?: string | undefined
  /** A name of jobs, or `mail` for all kinds of mails. */
  readonly kind?: string | undefined
}

/** Tries jobs again that were given up because their retries were used up: one, those of a kind, or all. */
export async function retryJobs(db: Db, jobKinds: JobKinds, { id, kind }: WantedJobs): Promise<number> {
  const kinds = namesOf(jobKinds, kind)
  const count = await restartJobs(db, { kinds, id })
  if (count > 0 || id === undefined) return count
  const { rows } = await sql`
    select from jobs where id = ${id}::uuid and kind = any(${kinds}) and state = 'refused'`.execute(db)
  if (rows.length > 0) throw new OperatorError(`The job ${id} was refused: trying it again cannot help.`)
  throw new OperatorError(`There is no failed job ${id}.`)
}

import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Db } from '../database/query.ts'
import { currentTrace, traceparent } from '../lib/trace.ts'

/** Services that the queue itself needs; the context of the jobs may have more. */
export interface QueueContext {
  readonly config: Config
  readonly db: Db
  readonly log: FastifyBaseLogger
}

export interface JobOptions {
  /** Number of retries of a failed run. A run that ends with its process does not count as a failure. */
  readonly retryLimit: number
  /**
   * Seconds until the first retry, with a random addition of up to as many; each later pause may be twice as long. 0
   * retries at once. A list has the pause before each retry.
   */
  readonly retryDelaySeconds: number | readonly number[]
  /**
   * Seconds after which a run is retried because its process must have died. A run has to end earlier, or two runs
   * overlap.
   */
  readonly timeoutSeconds: number
  /**
   * Seconds without a heartbeat after which a process counts as dead before the timeout; by default only the timeout
   * decides.
   */
  readonly heartbeatTimeoutSeconds?: number
  /** Number of jobs of this kind that one process runs at once; default: one. */
  readonly concurrency?: number
}

export interface JobRun<Data> {
  readonly id: string
  readonly data: Data
  /** 1 for the first run. */
  readonly attempt: number
  readonly queuedAt: Date
  /** Aborted when the process has to end: interruptible work then throws, and is retried. */
  readonly signal: AbortSignal
}

declare const dataOf: unique symbol

/** The name of a kind of job, with the type of the data that the job takes. */
export type JobName<Data extends object> = string & { readonly [dataOf]: Data }

/** Names a kind of job, which a feature lists among its jobs. */
export const jobName = <Data extends object>(name: string): JobName<Data> => name as JobName<Data>

/**
 * Writes the result of a run, in the transaction that records its end. It must throw only errors of the database: if
 * the database refuses the data, the job is given up.
 */
export type Conclusion = (trx: Db) => Promise<void>

/** Error of a job that no retry can help. The message is one English sentence for operators and names no person. */
export class UnrecoverableJobError extends Error {
  override readonly name = 'UnrecoverableJobError'
}

export interface QueueJob<Data extends object, Context> {
  /** Name in the database; it must not change while jobs of this kind may wait. */
  readonly name: JobName<Data>
  /** Name by which operators address several kinds together. */
  readonly group?: 'mail'
  /** Marks work that leaves the installation, so it waits while outgoing is on hold. */
  readonly outgoing?: true
  /** Hours after queueing for which the mail is useful: after a hold of outgoing, older mails are dropped. */
  readonly goodForHours?: number
  /** Days for which a given-up job is kept; default: JOB_DAYS. */
  readonly failedDays?: (config: Config) => number
  readonly options: (config: Config) => JobOptions
  /** Called before each run: jobs with all members of any of these data wait, such as those for a busy receiver. */
  readonly findBusy?: (db: Db) => Promise<readonly Partial<Data>[]>
  /**
   * Does the work. It may run again after a success, if the process died before the success was recorded.
   * @returns a function that writes the result once the work has succeeded; retried without the work until it is
   * written, or given up if the database can never store it
   * @throws UnrecoverableJobError when a retry cannot help; after any other error the job is retried
   */
  run(context: Context, run: JobRun<Data>): Promise<Conclusion | void>
  /**
   * Writes the consequences of a given-up job, after its last retry or after its process died each time, in the same
   * transaction.
   */
  onFailed?(trx: Db, data: Data): Promise<void>
}

/** The feature of the job lists it among its jobs. */
export function defineJob<Data extends object, Context>(
  job: Omit<QueueJob<Data, Context>, 'name'> & { readonly name: string }
): QueueJob<Data, Context> {
  return { ...job, name: jobName(job.name) }
}

/**
 * Queues a job in the caller's transaction: it runs after the commit, and never after a rollback. Its data also name
 * the caller's trace, in which it runs.
 * @param options.id names the job; default: a new one
 * @param options.startAfter time before which it does not run
 * @returns the job's id
 */
export async function queueJob<Data extends object>(
  trx: Db,
  kind: JobName<Data>,
  data: Data,
  { id = randomUUID(), startAfter }: { readonly id?: string; readonly startAfter?: Date | undefined } = {}
): Promise<string> {
  const trace = currentTrace()
  const stored = trace ? { ...data, traceparent: traceparent(trace) } : data
  await sql`
    insert into jobs (id, kind, data, due_at)
    values (${id}, ${kind}, ${JSON.stringify(stored)}, coalesce(${startAfter ?? null}::timestamptz, clock_timestamp()))`.execute(
    trx
  )
  return id
}

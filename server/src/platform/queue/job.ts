import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Db } from '../database/query.ts'
import { currentTrace, traceparent } from '../lib/trace.ts'

/** The services that the queue itself needs; jobs may get more to work with. */
export interface QueueContext {
  readonly config: Config
  readonly db: Db
  readonly log: FastifyBaseLogger
}

export interface JobOptions {
  /** Retries of a failed run. One that ends with its process is no failure. */
  readonly retryLimit: number
  /**
   * Seconds until the first retry, up to twice as many; each later one may wait twice as long. 0 retries at once. Of a
   * list, each is the pause before one retry.
   */
  readonly retryDelaySeconds: number | readonly number[]
  /**
   * Seconds after which a run is retried because its process must have died. A run has to end by itself before that, or
   * two run at once.
   */
  readonly timeoutSeconds: number
  /**
   * Seconds without a heartbeat after which a process counts as dead before the timeout; by default only the timeout
   * decides.
   */
  readonly heartbeatTimeoutSeconds?: number
  /** Jobs of this kind that one process runs at once; default: one. */
  readonly concurrency?: number
}

/** One run of a job. */
export interface JobRun<Data> {
  readonly id: string
  readonly data: Data
  /** 1 for the first run. */
  readonly attempt: number
  readonly queuedAt: Date
  /** Aborted when the process has to end: work that can stop throws then, and is retried. */
  readonly signal: AbortSignal
}

declare const dataOf: unique symbol

/** The name of a kind of job, with the type of the data that the job takes. */
export type JobName<Data extends object> = string & { readonly [dataOf]?: Data }

/**
 * Writes the result of a run, in the transaction that records its end: both or neither. It must not throw but for the
 * database: a job whose data the database refuses is given up.
 */
export type Conclusion = (trx: Db) => Promise<void>

/** A job that no retry can help. The message is one English sentence for operators and names no person. */
export class UnrecoverableJobError extends Error {
  override readonly name = 'UnrecoverableJobError'
}

/** A kind of work in the background. */
export interface QueueJob<Data extends object, Context> {
  /** Never changed while jobs of this kind may wait. */
  readonly name: JobName<Data>
  /** An operator's name for several kinds together. */
  readonly group?: 'mail'
  /** Marks work that leaves the installation, so it waits while outgoing is on hold. */
  readonly outgoing?: true
  /** Hours after queueing in which its mail is of use: a later one is dropped where outgoing was on hold. */
  readonly goodForHours?: number
  /** Days for which a job that was given up is kept; default: JOB_DAYS. */
  readonly failedDays?: (config: Config) => number
  readonly options: (config: Config) => JobOptions
  /**
   * Asked before each run: jobs whose data have all members of one of these wait, such as those for a receiver that has
   * enough to do.
   */
  readonly findBusy?: (db: Db) => Promise<readonly Partial<Data>[]>
  /**
   * Does the work. It may run again after it succeeded, when the process died before that was recorded.
   * @returns a function that writes the result once the work has succeeded; retried without the work
   * until it is written, or given up where the database can never store it
   * @throws UnrecoverableJobError when a retry cannot help; anything else is retried
   */
  run(context: Context, run: JobRun<Data>): Promise<Conclusion | void>
  /**
   * Writes the consequences of giving a job up, after its last retry or a process that died each time: in the
   * transaction that does so.
   */
  onFailed?(trx: Db, data: Data): Promise<void>
}

const known = new Set<string>()

/** Defines a kind of job. Its feature lists it among its jobs. */
export function defineJob<Data extends object, Context>(job: QueueJob<Data, Context>): QueueJob<Data, Context> {
  known.add(job.name)
  return job
}

/**
 * Queues a job in the caller's transaction: it runs once that has committed, and never if it is rolled back. Its data
 * also name the caller's trace, in which it runs.
 * @param options.id names the job; default: a new one
 * @param options.startAfter before which it does not run
 * @returns the job's id
 */
export async function queueJob<Data extends object>(
  trx: Db,
  kind: JobName<Data>,
  data: Data,
  { id = randomUUID(), startAfter }: { readonly id?: string; readonly startAfter?: Date | undefined } = {}
): Promise<string> {
  // A job without a queue would wait for ever.
  if (!known.has(kind)) throw new Error(`There is no queue for the job ${kind}.`)
  const trace = currentTrace()
  const stored = trace ? { ...data, traceparent: traceparent(trace) } : data
  await sql`
    insert into jobs (id, kind, data, due_at)
    values (${id}, ${kind}, ${JSON.stringify(stored)}, coalesce(${startAfter ?? null}::timestamptz, clock_timestamp()))`.execute(
    trx
  )
  return id
}

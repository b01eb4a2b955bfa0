import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import PgBoss from 'pg-boss'
import type { Config } from '../config/config.ts'
import type { Tables } from '../database/tables.ts'
import { pgBossDatabase } from './pg-boss-database.ts'

/** What the queue itself needs; jobs may get more to work with. */
export interface QueueContext {
  readonly config: Config
  readonly db: Kysely<Tables>
  readonly log: FastifyBaseLogger
}

export interface JobOptions {
  /** How many times a failed run is retried. */
  readonly retryLimit: number
  /** Seconds until the first retry at most; each later one may wait twice as long. 0 retries at once. */
  readonly retryDelaySeconds: number
  /** Seconds after which a run is retried because its process must have died. A run has to end by itself before that, or two run at once. */
  readonly timeoutSeconds: number
  /** Seconds without a heartbeat after which a process counts as dead before the timeout; by default only the timeout decides. */
  readonly heartbeatTimeoutSeconds?: number
  /** How many jobs of this queue one process runs at once; default: one. */
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

/** The name of a kind of job, which knows what data the job takes. */
export type JobName<Data extends object> = string & { readonly [dataOf]?: Data }

/** Writes what became of a run, in the transaction that records its end: both or neither. It must not throw but for the database. */
export type Conclusion = (trx: Kysely<Tables>) => Promise<void>

/** A kind of work in the background. */
export interface Job<Data extends object, Context> {
  /** Names the queue; never changed while jobs may wait in it. */
  readonly name: JobName<Data>
  /** What an operator calls several kinds together. */
  readonly group?: 'mail'
  /** What it does leaves the installation, so it waits while outgoing is on hold. */
  readonly outgoing?: true
  /** For how long after it was queued what it mails would be of use: a later one is dropped where outgoing was on hold. */
  readonly goodForHours?: number
  readonly options: (config: Config) => JobOptions
  /**
   * Does the work. It may run again after it succeeded, when the process died before that was recorded.
   * @returns what to write once the work has succeeded; retried until it is written, without the work
   * @throws UnrecoverableJobError when a retry cannot help; anything else is retried
   */
  run(context: Context, run: JobRun<Data>): Promise<Conclusion | void>
  /** Cleans up after a job that failed for good: its retries are used up, or its process died each time. */
  onFailed?(context: Context, data: Data): Promise<void>
}

/**
 * Queues a job in the caller's transaction: it runs once that has committed, and never if it is rolled back.
 * @param options.id names the job; default: a new one
 * @param options.startAfter before which it does not run
 * @returns the job's id
 */
export async function queueJob<Data extends object>(
  trx: Kysely<Tables>,
  job: JobName<Data>,
  data: Data,
  { id = randomUUID(), startAfter }: { readonly id?: string; readonly startAfter?: Date | undefined } = {}
): Promise<string> {
  const db = pgBossDatabase(trx)
  // In the dead letter queue a job is known by its data alone.
  const queued = await new PgBoss({ db }).send(job, { ...data, job }, { id, db, ...(startAfter && { startAfter }) })
  // pg-boss does not report a missing queue.
  if (queued === null) throw new Error(`There is no queue for the job ${job}.`)
  return queued
}

import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import PgBoss from 'pg-boss'
import type { Config } from '../config/config.ts'
import type { Tables } from '../database/tables.ts'
import type { Letters } from '../typesetting/letters.ts'
import type { Mailer } from '../mail/mailer.ts'
import { pgBossDatabase } from './pg-boss-database.ts'

/** What every job gets to work with. */
export interface JobParts {
  readonly config: Config
  readonly db: Kysely<Tables>
  readonly mailer: Mailer
  readonly letters: Letters
  readonly log: FastifyBaseLogger
}

export interface JobOptions {
  /** How often a failed run is tried again. */
  readonly retries: number
  /** Seconds until the first retry at the longest; each later one may wait twice as long. 0 retries at once. */
  readonly retrySeconds: number
  /** Seconds after which a run whose process died is tried again. A run must end before that by itself, or there will be two. */
  readonly longestSeconds: number
  /** Seconds without a sign of life after which a process counts as dead already before that; processes give one while they run the job. */
  readonly silentSeconds?: number
  /** Milliseconds between two looks for what another process has queued, for a kind that somebody waits for; default: a second. */
  readonly pollMs?: number
  /** How many of the kind one process runs at once; default: one. */
  readonly atOnce?: number
}

/** One run of a job. */
export interface JobRun<Data> {
  readonly id: string
  readonly data: Data
  /** 1 for the first run. */
  readonly attempt: number
  readonly queuedAt: Date
  /** Aborted when the process shall end: what can stop then throws, and is tried again. */
  readonly signal: AbortSignal
}

declare const dataOf: unique symbol

/** The name of a kind of job, which knows what data the job takes. */
export type JobName<Data extends object> = string & { readonly [dataOf]?: Data }

/** A kind of work in the background. */
export interface Job<Data extends object> {
  /** Names the queue; never changed while jobs may wait in it. */
  readonly name: JobName<Data>
  readonly options: (config: Config) => JobOptions
  /**
   * Does the work. It may be run again after it was done, when the process died before that was noted.
   * @throws JobRefused when a retry cannot help; anything else is retried
   */
  run(parts: JobParts, run: JobRun<Data>): Promise<void>
  /** Puts in order what waits for a job that is given up, after the last retry or because its processes died each time. */
  givenUp?(parts: JobParts, data: Data): Promise<void>
}

/**
 * Queues a job in the caller's transaction: it runs when that has committed, and never if it is rolled back.
 * @param id names the job; default: a new one
 * @returns the job's id
 */
export async function queueJob<Data extends object>(
  trx: Kysely<Tables>,
  job: JobName<Data>,
  data: Data,
  id: string = randomUUID()
): Promise<string> {
  const db = pgBossDatabase(trx)
  // A dead job is known by its data alone.
  const queued = await new PgBoss({ db }).send(job, { ...data, job }, { id, db })
  // pg-boss says nothing when a queue is missing.
  if (queued === null) throw new Error(`There is no queue for the job ${job}.`)
  return queued
}

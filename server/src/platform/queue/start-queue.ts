import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { errorCode, errorMessage, isDataError, isRowConflict } from '../database/errors.ts'
import { findHold } from '../database/outgoing.ts'
import { inTrace, newTrace, readTrace } from '../lib/trace.ts'
import { jobRuns } from './job-metrics.ts'
import { createJobNotifier, type JobNotifier } from './job-notifier.ts'
import {
  endJob,
  extendJob,
  findDueKinds,
  type JobOutcome,
  leaseSeconds,
  postponeJob,
  resumeJobs,
  type TakenJob,
  takeJob
} from './job.repository.ts'
import { type Conclusion, type JobOptions, type QueueContext, type QueueJob, UnrecoverableJobError } from './job.ts'
import { runRepeatedly } from './repeat.ts'

export interface QueueOptions {
  /** Whether no other process can work on the same database, so that the processes of running jobs must have ended. */
  readonly exclusive: boolean
  /**
   * Milliseconds between two polls for jobs that no notifier of this process announces; longer if it announces most of
   * them.
   */
  readonly pollMs?: number
  /** Milliseconds that running jobs have to finish when the queue stops. */
  readonly graceMs?: number
  readonly jobNotifier?: JobNotifier
}

export interface Queue {
  /** Takes no more jobs. After the grace period, running jobs are aborted, and the next process retries them. */
  readonly stop: () => Promise<void>
}

/** Services and signals with which a process runs its jobs. */
interface QueueWork<Context extends QueueContext> {
  readonly context: Context
  readonly pollMs: number
  /** Aborted when the queue stops taking jobs. */
  readonly stopping: AbortSignal
  /** Aborted when the running jobs have to end. */
  readonly aborting: AbortSignal
}

interface RunningJob<Context extends QueueContext> {
  readonly work: QueueWork<Context>
  readonly job: QueueJob<object, Context>
  readonly taken: TakenJob
}

/** Limit of runs: a job that ends its process each time is given up. */
const maxRuns = 100

/** Only numbers of a job's data go into the log, since its texts may be addresses. */
function numbersOf(data: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => typeof value === 'number'))
}

/** Returns the seconds until a retry, with a random part, so that jobs that failed together do not return together. */
function pauseSeconds({ retryDelaySeconds: delay }: JobOptions, failures: number): number {
  if (typeof delay !== 'number') return delay[failures] ?? 0
  return delay * 2 ** Math.min(failures, 15) * (1 + Math.random())
}

/**
 * Records a result. An unrecorded result would make the job run again, so recording is retried while the process lives.
 */
async function record(
  { context, pollMs, stopping }: QueueWork<QueueContext>,
  write: () => Promise<void>
): Promise<void> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      context.log.error({ err: error }, 'the result of a job cannot be noted')
      if (stopping.aborted) return
      await pause(pollMs, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
}

function startHeartbeat({ db, log }: QueueContext, job: TakenJob, options: JobOptions): () => void {
  const lease = leaseSeconds(options)
  if (lease >= options.timeoutSeconds) return () => {}
  // The clock is monotonic: a change of the system time must not stop the heartbeat, or another process would run the
  // job, too.
  const latest = performance.now() + options.timeoutSeconds * 1000
  const beat = (): void => {
    if (performance.now() > latest) return
    extendJob(db, job, lease).catch((error: unknown) =>
      log.warn({ err: error, id: job.id }, 'a sign of life failed; the next one counts')
    )
  }
  const timer = setInterval(beat, (lease * 1000) / 4)
  return () => clearInterval(timer)
}

/**
 * Returns the reason of a job's end for operators. A database message about a value is left out, since it quotes the
 * value. NUL characters, which a foreign server may send, are removed, since the database cannot store them.
 */
const reasonOf = (error: unknown): string =>
  isDataError(error) ? `The database refuses a value (${errorCode(error)}).` : errorMessage(error).replaceAll('\0', '')

/**
 * Ends a job and writes its consequences in the same transaction: if the process dies before the commit, the work runs
 * again. A job whose result the database can never store is given up; unstorable consequences of a failure are left
 * out.
 */
async function conclude<Context extends QueueContext>(
  run: RunningJob<Context>,
  outcome: JobOutcome,
  follow?: Conclusion | void
): Promise<JobOutcome['state']> {
  const { work, job, taken } = run
  const { config, db, log } = work.context
  const { retryLimit } = job.options(config)
  let conflicts = 0
  let refusal: unknown
  await record(work, async () => {
    try {
      if (follow)
        await db.transaction().execute(async (trx) => {
          if (await endJob(trx, taken, outcome)) await follow(trx)
        })
      else await endJob(db, taken, outcome)
    } catch (error) {
      if (!follow || !isDataError(error)) throw error
      // A retry reads the rows that somebody else has just stored or removed.
      if (isRowConflict(error) && (conflicts += 1) <= retryLimit) throw error
      refusal = error
    }
  })
  if (refusal === undefined) return outcome.state
  log.error({ job: job.name, id: taken.id, err: refusal }, 'the database refuses the result of a job')
  return outcome.state === 'completed' ? giveUp(run, reasonOf(refusal)) : conclude(run, outcome)
}

/** Gives up a job whose retries are used up, whose process died each time, or whose result cannot be stored. */
async function giveUp<Context extends QueueContext>(
  run: RunningJob<Context>,
  reason: string
): Promise<JobOutcome['state']> {
  const { work, job, taken } = run
  work.context.log.error({ job: job.name, ...numbersOf(taken.data), reason }, 'a job is given up')
  return conclude(run, { state: 'failed', reason }, async (trx) => {
    await job.onFailed?.(trx, taken.data)
  })
}

type RunOutcome = JobOutcome['state'] | 'retried'

/** Decides the outcome of a failed run: the job is refused, given up or retried. */
async function endFailedRun<Context extends QueueContext>(
  run: RunningJob<Context>,
  error: unknown
): Promise<RunOutcome> {
  const { work, job, taken } = run
  const { db, config, log } = work.context
  const { id, data, attempt, failures } = taken
  const reason = reasonOf(error)
  if (error instanceof UnrecoverableJobError) {
    log.error({ job: job.name, id, ...numbersOf(data), reason }, 'a job is given up')
    return conclude(run, { state: 'refused', reason })
  }
  log.warn({ job: job.name, id, attempt, ...numbersOf(data), err: error }, 'a job has failed; it is tried again')
  const options = job.options(config)
  const { aborted } = work.aborting
  if (!aborted && failures >= options.retryLimit) return giveUp(run, reason)
  await record(work, () => postponeJob(db, taken, aborted ? null : pauseSeconds(options, failures), reason))
  return 'retried'
}

/** Runs a job that this process has taken, and records how the run ended. */
async function runJob<Context extends QueueContext>(run: RunningJob<Context>): Promise<RunOutcome> {
  const { job, taken } = run
  const { context, aborting } = run.work
  const { id, attempt } = taken
  if (attempt > maxRuns) return giveUp(run, 'Its process ended, or it took too long.')
  const stopHeartbeat = startHeartbeat(context, taken, job.options(context.config))
  try {
    const conclusion = await job.run(context, { ...taken, signal: aborting })
    context.log.info({ job: job.name, id, attempt }, 'a job is done')
    return await conclude(run, { state: 'completed' }, conclusion)
  } catch (error) {
    return await endFailedRun(run, error)
  } finally {
    stopHeartbeat()
  }
}

/** Runs a job in the trace of the work that queued it, and counts the run. */
async function runInTrace<Context extends QueueContext>({ work, job, taken }: RunningJob<Context>): Promise<void> {
  const { traceparent, ...data }: { readonly traceparent?: unknown } = taken.data
  const run = () => runJob({ work, job, taken: { ...taken, data } })
  const outcome = await inTrace(readTrace(traceparent) ?? newTrace(), run)
  jobRuns.inc({ kind: job.name, group: job.group ?? '', outcome })
}

/**
 * Checks before each job whether outgoing is on hold: a copy of a database must send nothing, and another process may
 * have begun a hold.
 */
function watchHold({ db, log }: QueueContext): (job: Pick<QueueJob<object, never>, 'outgoing'>) => Promise<boolean> {
  let isOnHold = false
  return async ({ outgoing }) => {
    if (!outgoing) return false
    const hold = await findHold(db)
    if (hold !== null && !isOnHold) log.warn({ reason: hold }, 'outgoing is on hold: mails and webhooks wait')
    if (hold === null && isOnHold) log.info('outgoing is released')
    isOnHold = hold !== null
    return isOnHold
  }
}

/** Takes and runs jobs of a kind, up to the concurrency in its options, until the queue stops. */
async function workOn<Context extends QueueContext>(
  work: QueueWork<Context>,
  job: QueueJob<object, Context>,
  jobNotifier: JobNotifier,
  takeNext: (job: QueueJob<object, Context>) => Promise<TakenJob | undefined>
): Promise<void> {
  const { context, stopping } = work
  const { concurrency = 1 } = job.options(context.config)
  const running = new Set<Promise<void>>()
  // The loop takes no job of a kind before the first poll of all kinds.
  await jobNotifier.wait(job.name, jobNotifier.count(job.name), stopping)
  while (!stopping.aborted) {
    if (running.size >= concurrency) {
      await Promise.race(running)
      continue
    }
    const seen = jobNotifier.count(job.name)
    const taken = await takeNext(job)
    if (taken) {
      const one: Promise<void> = runInTrace({ work, job, taken }).finally(() => running.delete(one))
      running.add(one)
    } else await jobNotifier.wait(job.name, seen, stopping)
  }
  await Promise.all(running)
}

/** Starts work on the queue: for each kind, up to the concurrency in its options. */
export async function startQueue<Context extends QueueContext>(
  context: Context,
  jobs: readonly QueueJob<object, Context>[],
  { exclusive, jobNotifier: own, pollMs = exclusive ? 1000 : own ? 500 : 250, graceMs = 8000 }: QueueOptions
): Promise<Queue> {
  const jobNotifier = own ?? createJobNotifier()
  const { config, db, log } = context
  const stopping = new AbortController()
  // Each kind of job adds a listener to the signal.
  setMaxListeners(0, stopping.signal)
  const aborting = new AbortController()
  const work = { context, pollMs, stopping: stopping.signal, aborting: aborting.signal }
  const isOnHold = watchHold(context)

  async function takeNext(job: QueueJob<object, Context>): Promise<TakenJob | undefined> {
    try {
      if (await isOnHold(job)) return undefined
      return await takeJob(db, job.name, leaseSeconds(job.options(config)), (await job.findBusy?.(db)) ?? [])
    } catch (error) {
      log.warn({ err: error, job: job.name }, 'the queue has failed; it goes on')
      return undefined
    }
  }

  // A counter that first appears with the value 1 shows no increase, so it starts at 0.
  for (const outcome of ['completed', 'retried', 'failed', 'refused'])
    for (const { name, group = '' } of jobs) jobRuns.inc({ kind: name, group, outcome }, 0)
  if (exclusive) await resumeJobs(db)
  const kinds = jobs.map(({ name }) => name)
  const working = Promise.all(jobs.map((job) => workOn(work, job, jobNotifier, takeNext)))
  /** One statement for all kinds costs less than one for each kind, which was 1 % of an idle core. */
  const run = async () => {
    for (const kind of await findDueKinds(db, kinds)) jobNotifier.notify(kind)
  }
  const endPolling = runRepeatedly(context, [{ everyMs: pollMs, run }])

  return {
    async stop() {
      stopping.abort()
      const grace = setTimeout(() => aborting.abort(), graceMs)
      await Promise.all([working, endPolling()])
      clearTimeout(grace)
    }
  }
}

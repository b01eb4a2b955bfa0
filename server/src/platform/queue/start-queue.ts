import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import PgBoss from 'pg-boss'
import { findHold } from '../database/outgoing.ts'
import type { Conclusion, Job, QueueContext } from './job.ts'
import { createJobNotifier, type JobNotifier } from './job-notifier.ts'
import { pgBossDatabase } from './pg-boss-database.ts'
import { deadLetterQueue } from './prepare-queues.ts'
import { UnrecoverableJobError } from './unrecoverable-job-error.ts'

export interface QueueOptions {
  /** Whether no other process can work on the same database, so that jobs that are active at the start have no process any more. */
  readonly exclusive: boolean
  /** Milliseconds between two polls of the queues, for jobs that no notifier of this process announces. */
  readonly pollMs?: number
  /** Milliseconds that running jobs get to finish when the queue stops. */
  readonly graceMs?: number
  /** Through which this process announces jobs that it has queued. */
  readonly jobNotifier?: JobNotifier
}

export interface Queue {
  /** Takes no more jobs. What still runs after the grace period is aborted, and retried by the next process. */
  readonly stop: () => Promise<void>
}

const expireMs = 5000

type FetchedJob = PgBoss.JobWithMetadata

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')

/** Texts in a job's data may be addresses; its numbers say which one it was. */
function numbersOf(data: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => typeof value === 'number'))
}

/** Starts working on the queues, each with as many jobs at once as its options allow. The queues must exist (`prepareQueues`). */
export async function startQueue<Context extends QueueContext>(
  context: Context,
  jobs: readonly Job<object, Context>[],
  { exclusive, pollMs = exclusive ? 1000 : 250, graceMs = 8000, jobNotifier = createJobNotifier() }: QueueOptions
): Promise<Queue> {
  const { config, db, log } = context
  const boss = new PgBoss({
    db: pgBossDatabase(db),
    schedule: false,
    maintenanceIntervalSeconds: 60,
    archiveCompletedAfterSeconds: 3600,
    deleteAfterDays: config.jobDays
  })
  const stopping = new AbortController()
  // Each queue listens.
  setMaxListeners(0, stopping.signal)
  const aborting = new AbortController()
  boss.on('error', (error) => log.warn({ err: error }, 'the queue has failed; it goes on'))

  const sleep = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined)

  /** A result that is not recorded makes the job run again, so recording it is retried for as long as the process lives. */
  async function record(write: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await write()
        return
      } catch (error) {
        log.error({ err: error }, 'the result of a job cannot be noted')
        if (stopping.signal.aborted) return
        await sleep(pollMs)
      }
    }
  }

  /** Moves on the start of a running job, from which pg-boss counts its time. */
  function startHeartbeat({ name, options }: Job<object, Context>, id: string): () => void {
    const { timeoutSeconds, heartbeatTimeoutSeconds = timeoutSeconds } = options(config)
    if (heartbeatTimeoutSeconds >= timeoutSeconds) return () => {}
    // A clock that is set must not end the signs of life of a job that runs: another process would run it, too.
    const end = performance.now() + timeoutSeconds * 1000
    const timer = setInterval(
      () => {
        if (performance.now() > end) return
        sql`update pgboss.job set started_on = now() where name = ${name} and id = ${id} and state = 'active'`
          .execute(db)
          .catch((error: unknown) =>
            log.warn({ err: error, job: name, id }, 'a sign of life failed; the next one counts')
          )
      },
      (heartbeatTimeoutSeconds * 1000) / 4
    )
    return () => clearInterval(timer)
  }

  let isOnHold = false

  /** Looked at before each job: a copy of a database must send nothing, and another process may have put it on hold. */
  async function isHeld({ outgoing }: Job<object, Context>): Promise<boolean> {
    if (!outgoing) return false
    const hold = await findHold(db)
    if (hold !== null && !isOnHold) log.warn({ reason: hold }, 'outgoing is on hold: mails and webhooks wait')
    if (hold === null && isOnHold) log.info('outgoing is released')
    isOnHold = hold !== null
    return isOnHold
  }

  /** As if it had not been taken. */
  const giveBack = (name: string, id: string) =>
    sql`update pgboss.job set started_on = null,
        state = (case when retry_count > 0 then 'retry' else 'created' end)::pgboss.job_state
      where name = ${name} and id = ${id} and state = 'active'`.execute(db)

  /** In one commit: until then a process that dies makes the work run again. */
  async function complete(name: string, id: string, conclude: Conclusion | void): Promise<void> {
    if (!conclude) return boss.complete(name, id)
    await db.transaction().execute(async (trx) => {
      await conclude(trx)
      await boss.complete(name, id, {}, { db: pgBossDatabase(trx) })
    })
  }

  async function runOnce(job: Job<object, Context>, { id, data, retryCount, createdOn }: FetchedJob): Promise<void> {
    const attempt = retryCount + 1
    const stopHeartbeat = startHeartbeat(job, id)
    try {
      if (await isHeld(job)) return await record(() => giveBack(job.name, id))
      const conclude = await job.run(context, { id, data, attempt, queuedAt: createdOn, signal: aborting.signal })
      log.info({ job: job.name, id, attempt }, 'a job is done')
      await record(() => complete(job.name, id, conclude))
    } catch (error) {
      if (error instanceof UnrecoverableJobError) {
        log.error({ job: job.name, id, ...numbersOf(data), reason: error.message }, 'a job is given up')
        await record(() => boss.complete(job.name, id, { refused: error.message }))
      } else {
        log.warn({ job: job.name, id, attempt, err: error }, 'a job has failed; it is tried again')
        await record(() => boss.fail(job.name, id, { message: errorMessage(error) }))
      }
    } finally {
      stopHeartbeat()
    }
  }

  /** A job whose retries are used up, or whose process died each time. */
  async function handleDeadJob({ id, data, output }: FetchedJob): Promise<void> {
    const job = 'job' in data ? data.job : undefined
    const reason = 'message' in output ? output.message : output
    log.error({ job, ...numbersOf(data), reason }, 'a job is given up')
    const definition = jobs.find(({ name }) => name === job)
    await record(async () => definition?.onFailed?.(context, data))
    await record(() => boss.complete(deadLetterQueue, id))
  }

  async function work(
    { name, concurrency = 1 }: { name: string; concurrency?: number | undefined },
    handle: (job: FetchedJob) => Promise<void>,
    definition?: Job<object, Context>
  ): Promise<void> {
    const running = new Set<Promise<void>>()
    while (!stopping.signal.aborted) {
      if (running.size >= concurrency) {
        await Promise.race(running)
        continue
      }
      if (definition && isOnHold && (await isHeld(definition).catch(() => true))) {
        await jobNotifier.wait(name, jobNotifier.count(name), stopping.signal)
        continue
      }
      const seen = jobNotifier.count(name)
      const [job] = await boss.fetch<object>(name, { includeMetadata: true })
      if (job) {
        const one: Promise<void> = handle(job).finally(() => running.delete(one))
        running.add(one)
      } else await jobNotifier.wait(name, seen, stopping.signal)
    }
    await Promise.all(running)
  }

  const queues = [...jobs.map(({ name }) => name), deadLetterQueue]

  /** Wakes the workers whose queue has a job: one statement costs less than one for each queue, which was 1 % of an idle core. */
  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        // OFFSET keeps the planner from reading all jobs of all queues for a join.
        const { rows } = await sql<{ name: string }>`
          select name from unnest(${queues}::text[]) queue (name) where exists (select from pgboss.job
            where job.name = queue.name and state < 'active' and start_after < now() offset 0)`.execute(db)
        for (const { name } of rows) jobNotifier.notify(name)
      } catch (error) {
        boss.emit('error', error)
      }
      await sleep(pollMs)
    }
  }

  /** Jobs whose process died. The growing intervals are for a mail server that fails: these run again at once. */
  async function expire(): Promise<void> {
    await boss.expire()
    await sql`
      update pgboss.job set start_after = now()
      where state = 'retry' and start_after > now()
        and output->'value'->>'message' = 'job failed by timeout in active state'`.execute(db)
  }

  /** pg-boss itself looks once a minute, and somebody may be waiting for a job whose process was killed. */
  async function expireStalledJobs(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(expireMs)
      if (!stopping.signal.aborted) await expire().catch((error: unknown) => boss.emit('error', error))
    }
  }

  await boss.start()
  if (exclusive) await sql`update pgboss.job set started_on = 'epoch' where state = 'active'`.execute(db)
  // Otherwise a job whose process was killed would wait for the next maintenance.
  await expire()
  const working = Promise.all([
    ...jobs.map((job) => {
      const { concurrency } = job.options(config)
      return work({ name: job.name, concurrency }, (fetched) => runOnce(job, fetched), job)
    }),
    work({ name: deadLetterQueue }, handleDeadJob),
    poll(),
    ...(exclusive ? [] : [expireStalledJobs()])
  ])

  return {
    async stop() {
      stopping.abort()
      const grace = setTimeout(() => aborting.abort(), graceMs)
      await working
      clearTimeout(grace)
      await boss.stop({ graceful: false })
    }
  }
}

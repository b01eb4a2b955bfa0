import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import PgBoss from 'pg-boss'
import type { Job, JobParts } from './job.ts'
import { JobRefused } from './job-refused.ts'
import { pgBossDatabase } from './pg-boss-database.ts'
import { deadJobs } from './prepare-queues.ts'
import { openWakeups, type Wakeups } from './wakeups.ts'

export interface QueueOptions {
  /** Whether no other process can work on the same database, so that what runs at the start runs nowhere. */
  readonly alone: boolean
  /** Milliseconds between two looks into an empty queue. */
  readonly pollMs?: number
  /** Milliseconds that running jobs are given to end by themselves when the queue stops. */
  readonly graceMs?: number
  /** By which this process tells that it has queued something. */
  readonly wakeups?: Wakeups
}

export interface Queue {
  /** Takes no job any more; what still runs after the grace is broken off and tried again by the next process. */
  readonly stop: () => Promise<void>
}

const silenceMs = 5000

type Waiting = PgBoss.JobWithMetadata

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')

/** Texts in a job's data may be addresses; its numbers say which one it was. */
function numbersOf(data: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => typeof value === 'number'))
}

/** Begins to work on what is queued, of each kind as many at once as it says. The queues are there (`prepareQueues`). */
export async function startQueue(
  parts: JobParts,
  jobs: readonly Job<object>[],
  { alone, pollMs = 1000, graceMs = 8000, wakeups = openWakeups() }: QueueOptions
): Promise<Queue> {
  const { config, db, log } = parts
  const boss = new PgBoss({
    db: pgBossDatabase(db),
    schedule: false,
    maintenanceIntervalSeconds: 60,
    archiveCompletedAfterSeconds: 3600,
    deleteAfterDays: 7
  })
  const stopping = new AbortController()
  const breaking = new AbortController()
  boss.on('error', (error) => log.warn({ err: error }, 'the queue has failed; it goes on'))

  const rest = (ms: number) => pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined)

  /** A result that cannot be noted would have the job run again, so it is not given up while the process lives. */
  async function note(write: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await write()
        return
      } catch (error) {
        log.error({ err: error }, 'the result of a job cannot be noted')
        if (stopping.signal.aborted) return
        await rest(pollMs)
      }
    }
  }

  /** Moves the start of a running job on, from which its time counts. */
  function giveSigns({ name, options }: Job<object>, id: string): () => void {
    const { longestSeconds, silentSeconds = longestSeconds } = options(config)
    if (silentSeconds >= longestSeconds) return () => {}
    const end = Date.now() + longestSeconds * 1000
    const timer = setInterval(
      () => {
        if (Date.now() > end) return
        sql`update pgboss.job set started_on = now() where name = ${name} and id = ${id} and state = 'active'`
          .execute(db)
          .catch((error: unknown) =>
            log.warn({ err: error, job: name, id }, 'a sign of life failed; the next one counts')
          )
      },
      (silentSeconds * 1000) / 4
    )
    return () => clearInterval(timer)
  }

  async function runOnce(job: Job<object>, { id, data, retryCount, createdOn }: Waiting): Promise<void> {
    const attempt = retryCount + 1
    const endSigns = giveSigns(job, id)
    try {
      await job.run(parts, { id, data, attempt, queuedAt: createdOn, signal: breaking.signal })
      log.info({ job: job.name, id, attempt }, 'a job is done')
      await note(() => boss.complete(job.name, id))
    } catch (error) {
      if (error instanceof JobRefused) {
        log.error({ job: job.name, id, ...numbersOf(data), reason: error.message }, 'a job is given up')
        await note(() => boss.complete(job.name, id, { refused: error.message }))
      } else {
        log.warn({ job: job.name, id, attempt, err: error }, 'a job has failed; it is tried again')
        await note(() => boss.fail(job.name, id, { message: reasonOf(error) }))
      }
    } finally {
      endSigns()
    }
  }

  /** A job whose retries are used up, or whose processes died each time. */
  async function tellDead({ id, data, output }: Waiting): Promise<void> {
    const job = 'job' in data ? data.job : undefined
    const reason = 'message' in output ? output.message : output
    log.error({ job, ...numbersOf(data), reason }, 'a job is given up')
    const kind = jobs.find(({ name }) => name === job)
    await note(async () => kind?.givenUp?.(parts, data))
    await note(() => boss.complete(deadJobs, id))
  }

  async function work(
    { name, atOnce = 1, ms = pollMs }: { name: string; atOnce?: number | undefined; ms?: number | undefined },
    handle: (waiting: Waiting) => Promise<void>
  ): Promise<void> {
    const running = new Set<Promise<void>>()
    while (!stopping.signal.aborted) {
      if (running.size >= atOnce) {
        await Promise.race(running)
        continue
      }
      const seen = wakeups.count(name)
      const [waiting] = await boss.fetch<object>(name, { includeMetadata: true })
      if (waiting) {
        const one: Promise<void> = handle(waiting).finally(() => running.delete(one))
        running.add(one)
      } else await wakeups.rest(name, seen, ms, stopping.signal)
    }
    await Promise.all(running)
  }

  /** pg-boss itself looks once a minute, and somebody may be waiting for what a killed process left. */
  async function expireSilent(): Promise<void> {
    while (!stopping.signal.aborted) {
      await rest(silenceMs)
      if (!stopping.signal.aborted) await boss.expire().catch((error: unknown) => boss.emit('error', error))
    }
  }

  await boss.start()
  if (alone) await sql`update pgboss.job set started_on = 'epoch' where state = 'active'`.execute(db)
  // Else a job whose process was killed would wait for the next round of maintenance.
  await boss.expire()
  const working = Promise.all([
    ...jobs.map((job) => {
      const { atOnce, pollMs: wanted = pollMs } = job.options(config)
      return work({ name: job.name, atOnce, ms: Math.min(pollMs, wanted) }, (waiting) => runOnce(job, waiting))
    }),
    work({ name: deadJobs }, tellDead),
    ...(alone ? [] : [expireSilent()])
  ])

  return {
    async stop() {
      stopping.abort()
      const grace = setTimeout(() => breaking.abort(), graceMs)
      await working
      clearTimeout(grace)
      await boss.stop({ graceful: false })
    }
  }
}

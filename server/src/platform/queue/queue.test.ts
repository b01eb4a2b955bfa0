// On both databases: workers share the one connection of the embedded one with requests.

import { describe, expect } from 'vitest'
import { eventually } from '../../../../testing/server/eventually.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { mailJob } from '../../mails/define-mail.ts'
import { readConfig } from '../config/config.ts'
import { createJobNotifier } from './job-notifier.ts'
import { leaseSeconds, endJob, restartJobs, takeJob } from './job.repository.ts'
import { defineJob, type JobOptions, type JobRun, queueJob, UnrecoverableJobError } from './job.ts'
import { type Queue, type QueueOptions, startQueue } from './start-queue.ts'

interface Data {
  readonly number: number
  readonly address: string
}

const config = readConfig({})
const common = { retryLimit: 2, retryDelaySeconds: 0, timeoutSeconds: 60, concurrency: 2 }
let options: JobOptions = common
let queue: Queue | undefined
let runs: JobRun<Data>[] = []
let failed: Data[] = []
let act: (run: JobRun<Data>) => Promise<void>
const job = defineJob<Data, unknown>({
  name: 'test-job',
  options: () => options,
  async run(_context, run) {
    runs.push(run)
    await act(run)
  },
  async onFailed(_trx, data) {
    failed.push(data)
  }
})

const test = serverTest
  .extend('begin', ({ db, server }) => async (exclusive = true, more: Partial<QueueOptions> = {}): Promise<void> => {
    const context = { config, db, log: server.app.log }
    queue = await startQueue(context, [job], { exclusive, pollMs: 20, graceMs: 20, ...more })
  })
  .extend('send', ({ db }) => {
    return (number: number) =>
      db.transaction().execute((trx) => queueJob(trx, job.name, { number, address: 'canary@firma.example' }))
  })
  .extend('states', ({ database }) => {
    return async (id: string) =>
      (await database.pool.query<{ state: string }>(`select state from jobs where id = '${id}'`)).rows
  })
  .extend('done', ({ states }) => {
    return (id: string) => eventually(async () => expect(await states(id)).toEqual([{ state: 'completed' }]))
  })
  .extend('leaveRunning', ({ database }) => async (id: string, seconds: number) => {
    const due = `now() + interval '${leaseSeconds(options) - seconds} seconds'`
    await database.pool.query(`update jobs set state = 'running', attempts = 1, due_at = ${due} where id = '${id}'`)
  })

describe('the queue', () => {
  test.beforeEach(() => {
    runs = []
    failed = []
    act = async () => {}
    options = common
  })
  test.afterEach(async () => {
    await queue?.stop()
    queue = undefined
  })

  test('runs a job once, with its data', async ({ begin, send, done }) => {
    await begin()
    const id = await send(1)
    await done(id)
    expect(runs).toHaveLength(1)
    expect(runs[0]).toMatchObject({ id, attempt: 1, data: { number: 1, address: 'canary@firma.example' } })
  })

  test('retries a failed job up to its limit, then reports it', async ({ database, server, begin, send }) => {
    const before = server.log().length
    act = async () => {
      throw new Error('no luck')
    }
    await begin()
    await send(4711)
    await eventually(() => expect(server.log().slice(before)).toContain('a job is given up'))
    expect(runs.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
    const line = server
      .log()
      .slice(before)
      .split('\n')
      .find((text) => text.includes('given up'))
    expect(JSON.parse(line ?? '')).toMatchObject({ level: 50, job: 'test-job', number: 4711, reason: 'no luck' })
    expect(server.log().slice(before)).not.toContain('canary')
    await eventually(() => expect(failed).toMatchObject([{ number: 4711 }]))
    await eventually(async () => {
      const { rows } = await database.pool.query("select state from jobs where data->>'number' = '4711'")
      expect(rows).toEqual([{ state: 'failed' }])
    })
  })

  test('retries a mail at growing intervals for more than a day', async ({ database, begin, send, done }) => {
    options = mailJob.options(config)
    const { retryLimit } = options
    act = async ({ attempt }) => {
      if (attempt <= retryLimit) throw new Error('no luck')
    }
    await begin()
    const id = await send(5)
    const waiting = `from jobs where id = '${id}' and state = 'waiting' and failures = `
    const distances: number[] = []
    for (let retried = 0; retried < retryLimit; retried += 1) {
      await eventually(async () => {
        const { rows } = await database.pool.query<{ seconds: number }>(
          `select extract(epoch from due_at - now())::float as seconds ${waiting} ${retried + 1}`
        )
        expect(rows).toHaveLength(1)
        distances.push(rows[0]?.seconds ?? 0)
      })
      await database.pool.query(`update jobs set due_at = now() where id = '${id}'`)
    }
    await done(id)
    expect(runs.map(({ attempt }) => attempt)).toEqual(Array.from({ length: retryLimit + 1 }, (_, index) => index + 1))
    // Each is random between a length and its double, so that two in a row may be nearly the same.
    for (const [index, seconds] of distances.slice(2).entries()) expect(seconds).toBeGreaterThan(distances[index] ?? 0)
    expect(distances.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(24 * 3600)
  })

  test('starts and stops at once, however rarely it polls', async ({ begin, send, done }) => {
    const jobNotifier = createJobNotifier()
    await begin(true, { pollMs: 3_600_000, jobNotifier })
    const [first, second] = [await send(2), await send(3)]
    jobNotifier.notify(job.name)
    await Promise.all([done(first), done(second)])
    expect(runs).toHaveLength(2)
    const stopped = queue?.stop()
    queue = undefined
    await stopped
  })

  test('does not retry an unrecoverable job', async ({ server, begin, send, states }) => {
    act = async () => {
      throw new UnrecoverableJobError('never')
    }
    const before = server.log().length
    await begin()
    const id = await send(4712)
    await eventually(async () => expect(await states(id)).toEqual([{ state: 'refused' }]))
    expect(runs).toHaveLength(1)
    const log = server.log().slice(before)
    expect(log).toMatch(/"number":4712.*"reason":"never".*a job is given up/)
    expect(log).not.toContain('canary')
  })

  test('aborts a running job when it stops, and the next queue runs it', async ({ begin, send, states, done }) => {
    let interrupted: string | undefined
    act = ({ signal, attempt }) =>
      attempt > 1
        ? Promise.resolve()
        : new Promise((_done, fail) => {
            signal.addEventListener('abort', () => {
              interrupted = 'yes'
              fail(new Error('broken off'))
            })
          })
    await begin()
    const id = await send(1)
    await eventually(() => expect(runs).toHaveLength(1))
    await queue?.stop()
    expect(interrupted).toBe('yes')
    expect(await states(id)).toEqual([{ state: 'waiting' }])
    await begin()
    await done(id)
    expect(runs.map(({ attempt }) => attempt)).toEqual([1, 2])
  })

  test('waits, when it stops, for a job that ends in time', async ({ begin, send, states }) => {
    let finish = () => {}
    act = () => new Promise((resolve) => (finish = resolve))
    await begin()
    const id = await send(1)
    await eventually(() => expect(runs).toHaveLength(1))
    const stopped = queue?.stop()
    finish()
    await stopped
    expect(await states(id)).toEqual([{ state: 'completed' }])
  })

  test('runs as many jobs at once as their kind allows', async ({ database, begin, send, done }) => {
    const finish: (() => void)[] = []
    act = () => new Promise((resolve) => finish.push(resolve))
    await begin()
    const ids = [await send(1), await send(2), await send(3)]
    await eventually(() => expect(runs).toHaveLength(2))
    finish.pop()?.()
    await eventually(() => expect(runs).toHaveLength(3))
    const { rows } = await database.pool.query("select 1 from jobs where state = 'running'")
    expect(rows).toHaveLength(2)
    for (const end of finish) end()
    await Promise.all(ids.map(done))
  })

  test('resumes at once a job whose process was killed', async ({ begin, send, done, leaveRunning }) => {
    const id = await send(1)
    await leaveRunning(id, 0)
    await begin()
    await done(id)
    expect(runs.map(({ attempt }) => attempt)).toEqual([2])
  })

  test('resumes a job without a heartbeat for its timeout', async ({ begin, send, done, leaveRunning }) => {
    options = { ...common, heartbeatTimeoutSeconds: 15 }
    const id = await send(1)
    await leaveRunning(id, 16)
    await begin(false)
    await done(id)
  })

  test('does not touch a job of another process too early', async ({ begin, send, states, done, leaveRunning }) => {
    const id = await send(1)
    await leaveRunning(id, 0)
    await begin(false)
    expect(await states(id)).toEqual([{ state: 'running' }])
    await queue?.stop()
    expect(runs).toEqual([])
    await leaveRunning(id, 61)
    await begin(false)
    await done(id)
    expect(runs.map(({ attempt }) => attempt)).toEqual([2])
  })

  test('continues after a failure of the database', async ({ database, server, begin, send, done }) => {
    const before = server.log().length
    await begin()
    act = async () => {
      await database.pool.query('alter table jobs rename to gone')
    }
    const id = await send(1)
    await eventually(() => expect(server.log().slice(before)).toContain('cannot be noted'))
    await database.pool.query('alter table gone rename to jobs')
    await done(id)
    expect(runs).toHaveLength(1)
  })
})

const { name } = defineJob<object, unknown>({
  name: 'restarted-job',
  options: () => ({ retryLimit: 0, retryDelaySeconds: 0, timeoutSeconds: 60 }),
  run: async () => {}
})

test('a run that was taken for dead ends no later one, not even after its job was restarted', async ({ db }) => {
  const id = await db.transaction().execute((trx) => queueJob(trx, name, {}))
  const take = async (lease: number) => (await takeJob(db, name, lease, [])) ?? expect.fail('There is a job to take.')
  const [dead, last] = [await take(0), await take(60)]
  expect(await endJob(db, dead, { state: 'completed' })).toBe(false)
  expect(await endJob(db, last, { state: 'failed', reason: 'no luck' })).toBe(true)
  expect(await restartJobs(db, { kinds: [name], id })).toBe(1)
  const anew = await take(60)
  expect(anew.attempt).toBe(1)
  expect(await endJob(db, dead, { state: 'completed' })).toBe(false)
  expect(await endJob(db, anew, { state: 'completed' })).toBe(true)
})

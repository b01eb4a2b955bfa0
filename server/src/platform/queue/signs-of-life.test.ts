import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import type { Database } from '../database/connection.ts'
import { lazyLetters } from '../typesetting/lazy-letters.ts'
import { openMailer } from '../mail/mailer.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { testDatabases } from '../../testing/fresh-database.ts'
import { eventually } from '../../testing/post.ts'
import { type Job, type JobOptions, queueJob } from './job.ts'
import { prepareQueues } from './prepare-queues.ts'
import { type Queue, startQueue } from './start-queue.ts'

describe.each(testDatabases())('signs of life of a running job ($name)', ({ open }) => {
  const config = readConfig({})
  const name = 'long-job'
  const common = { retries: 0, retrySeconds: 0 }
  let database: Database
  let server: TestApp
  let queue: Queue | undefined
  let end = () => {}

  beforeAll(async () => {
    database = await open()
    server = await startApp(database)
    // pg-boss counts whole seconds; how often signs are given is the process's own.
    await prepareQueues(database.db, config, [{ name, options: () => ({ ...common, longestSeconds: 60 }) }])
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })
  afterEach(async () => {
    end()
    await queue?.stop()
  })

  /** Begins a job that runs until the test ends it. */
  async function begin(seconds: Pick<JobOptions, 'longestSeconds' | 'silentSeconds'>): Promise<string> {
    const job: Job<object> = {
      name,
      options: () => ({ ...common, ...seconds }),
      run: () => new Promise((resolve) => (end = resolve))
    }
    const parts = { config, db: database.db, mailer: openMailer(config), letters: lazyLetters({}), log: server.app.log }
    queue = await startQueue(parts, [job], { alone: true, pollMs: 20, graceMs: 20 })
    const id = await database.db.transaction().execute((trx) => queueJob(trx, name, {}))
    await eventually(async () => expect((await look(id)).state).toBe('active'))
    return id
  }
  async function look(id: string) {
    const { rows } = await database.pool.query<{ state: string; since: number; started: string }>(
      `select state, started_on::text as started, extract(epoch from clock_timestamp() - started_on)::float8 as since
       from pgboss.job where id = '${id}'`
    )
    const [row] = rows
    if (!row) throw new Error('The job is gone.')
    return row
  }

  test('move its start on, so that no other process takes it for dead', async () => {
    const id = await begin({ longestSeconds: 60, silentSeconds: 0.04 })
    const { started } = await look(id)
    await eventually(async () => expect((await look(id)).started > started).toBe(true))
    end()
    await eventually(async () => expect((await look(id)).state).toBe('completed'))
    const { started: last } = await look(id)
    await eventually(async () => expect((await look(id)).since).toBeGreaterThan(0.1))
    expect((await look(id)).started).toBe(last)
  })

  test('end when it has run as long as it may, so that one that hangs is tried elsewhere', async () => {
    const id = await begin({ longestSeconds: 0.1, silentSeconds: 0.04 })
    await eventually(async () => expect((await look(id)).since).toBeGreaterThan(0.4))
  })

  test('are not given by one that may be silent as long as it may run', async () => {
    const id = await begin({ longestSeconds: 0.04 })
    const { started } = await look(id)
    await eventually(async () => expect((await look(id)).since).toBeGreaterThan(0.1))
    expect((await look(id)).started).toBe(started)
  })
})

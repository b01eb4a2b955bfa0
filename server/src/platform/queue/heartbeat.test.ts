import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import type { Database } from '../database/connection.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { testDatabases } from '../../testing/test-database.ts'
import { eventually } from '../../testing/mail-fixtures.ts'
import { type Job, type JobOptions, queueJob } from './job.ts'
import { prepareQueues } from './prepare-queues.ts'
import { type Queue, startQueue } from './start-queue.ts'

describe.each(testDatabases())('heartbeats of a running job ($name)', ({ open }) => {
  const config = readConfig({})
  const name = 'long-job'
  const common = { retryLimit: 0, retryDelaySeconds: 0 }
  let database: Database
  let server: TestApp
  let queue: Queue | undefined
  let end = () => {}

  beforeAll(async () => {
    database = await open()
    server = await startApp(database)
    // pg-boss counts whole seconds; how often a heartbeat comes is up to the process.
    await prepareQueues(database.db, config, [{ name, options: () => ({ ...common, timeoutSeconds: 60 }) }])
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
  async function begin(seconds: Pick<JobOptions, 'timeoutSeconds' | 'heartbeatTimeoutSeconds'>): Promise<string> {
    const job: Job<object, unknown> = {
      name,
      options: () => ({ ...common, ...seconds }),
      run: () => new Promise((resolve) => (end = resolve))
    }
    const context = { config, db: database.db, log: server.app.log }
    queue = await startQueue(context, [job], { exclusive: true, pollMs: 20, graceMs: 20 })
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

  test('move on its start, so that no other process considers it dead', async () => {
    const id = await begin({ timeoutSeconds: 60, heartbeatTimeoutSeconds: 0.04 })
    const { started } = await look(id)
    await eventually(async () => expect((await look(id)).started > started).toBe(true))
    end()
    await eventually(async () => expect((await look(id)).state).toBe('completed'))
    const { started: last } = await look(id)
    await eventually(async () => expect((await look(id)).since).toBeGreaterThan(0.1))
    expect((await look(id)).started).toBe(last)
  })

  test('end with its timeout, so that a job that hangs is retried elsewhere', async () => {
    const id = await begin({ timeoutSeconds: 0.1, heartbeatTimeoutSeconds: 0.04 })
    await eventually(async () => expect((await look(id)).since).toBeGreaterThan(0.4))
  })

  test('are not sent if only the timeout decides', async () => {
    const id = await begin({ timeoutSeconds: 0.04 })
    const { started } = await look(id)
    await eventually(async () => expect((await look(id)).since).toBeGreaterThan(0.1))
    expect((await look(id)).started).toBe(started)
  })
})

// On both databases: workers share the one connection of the embedded one with requests.

import { describe, expect } from 'vitest'
import { eventually } from '../../../../testing/server/eventually.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { readConfig } from '../config/config.ts'
import { defineJob, type JobOptions, queueJob } from './job.ts'
import { type Queue, startQueue } from './start-queue.ts'

const config = readConfig({})
const name = 'long-job'
const common = { retryLimit: 0, retryDelaySeconds: 0 }
let end = () => {}

const test = serverTest
  .extend('look', { scope: 'file' }, ({ database }) => async (id: string) => {
    const { rows } = await database.pool.query<{ state: string; since: number; until: string }>(
      `select state, (due_at at time zone 'UTC')::text as until, extract(epoch from clock_timestamp() - due_at)::float8 as since
       from jobs where id = '${id}'`
    )
    const [row] = rows
    if (!row) throw new Error('The job is gone.')
    return row
  })
  /** Begins a job that runs until the test ends it. */
  .extend('begin', async ({ db, server, look }, { onCleanup }) => {
    let queue: Queue | undefined
    onCleanup(async () => {
      end()
      await queue?.stop()
    })
    return async (seconds: Pick<JobOptions, 'timeoutSeconds' | 'heartbeatTimeoutSeconds'>): Promise<string> => {
      const job = defineJob<object, unknown>({
        name,
        options: () => ({ ...common, ...seconds }),
        run: () => new Promise((resolve) => (end = resolve))
      })
      const context = { config, db, log: server.app.log }
      queue = await startQueue(context, [job], { exclusive: true, pollMs: 20, graceMs: 20 })
      const id = await db.transaction().execute((trx) => queueJob(trx, job.name, {}))
      await eventually(async () => expect((await look(id)).state).toBe('running'))
      return id
    }
  })

describe('heartbeats of a running job', () => {
  test('move on the end of its time, so that no other process considers it dead', async ({ begin, look }) => {
    const id = await begin({ timeoutSeconds: 60, heartbeatTimeoutSeconds: 0.04 })
    const { until } = await look(id)
    await eventually(async () => expect((await look(id)).until > until).toBe(true))
    end()
    await eventually(async () => expect((await look(id)).state).toBe('completed'))
    const { until: last } = await look(id)
    await eventually(async () => expect((await look(id)).since).toBeGreaterThan(0.1))
    expect((await look(id)).until).toBe(last)
  })

  test('end with its timeout, so that a job that hangs is retried elsewhere', async ({ begin, look }) => {
    const id = await begin({ timeoutSeconds: 0.1, heartbeatTimeoutSeconds: 0.04 })
    await eventually(async () => expect((await look(id)).since).toBeGreaterThan(0.4))
  })

  test('are not sent if only the timeout decides', async ({ begin, look }) => {
    const id = await begin({ timeoutSeconds: 0.04 })
    const { until } = await look(id)
    await eventually(async () => expect((await look(id)).since).toBeGreaterThan(0.1))
    expect((await look(id)).until).toBe(until)
  })
})

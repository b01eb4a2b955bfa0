import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { test as serverTest } from '../../testing/fixtures.ts'
import { readConfig } from '../config/config.ts'
import type { Db } from '../database/query.ts'
import { defineJob, type JobRun, queueJob } from './job.ts'
import { startQueue } from './start-queue.ts'

interface Work {
  readonly ending: 'fine' | 'refused' | 'fails' | 'fails badly'
}

const config = readConfig({})
const refused = async (trx: Db): Promise<void> => void (await sql`select 1 / 0`.execute(trx))
let runs: Work[] = []
let failed: Work[] = []
const job = defineJob<Work, unknown>({
  name: 'refused-results',
  options: () => ({ retryLimit: 0, retryDelaySeconds: 0, timeoutSeconds: 60 }),
  async run(_context, { data }: JobRun<Work>) {
    runs.push(data)
    if (data.ending.startsWith('fails')) throw new Error('Sent back: \0')
    return data.ending === 'refused' ? refused : undefined
  },
  async onFailed(trx, data) {
    failed.push(data)
    if (data.ending === 'fails badly') await refused(trx)
  }
})

const test = serverTest.extend('runAll', ({ db, server }) => async (endings: readonly Work['ending'][]) => {
  const ids: string[] = []
  for (const ending of endings) ids.push(await db.transaction().execute((trx) => queueJob(trx, job.name, { ending })))
  const queue = await startQueue({ config, db, log: server.app.log }, [job], { exclusive: true, pollMs: 20 })
  const listed = async () =>
    (
      await sql<{ state: string; reason: string | null }>`
        select state, reason from jobs where id = any(${ids}) order by queued_at`.execute(db)
    ).rows
  try {
    await eventually(async () => expect((await listed()).at(-1)?.state).toBe('completed'))
    return await listed()
  } finally {
    await queue.stop()
  }
})

describe('a job whose result the database refuses', () => {
  test.beforeEach(() => {
    runs = []
    failed = []
  })

  test('is given up with its consequences, and the next one runs', async ({ runAll }) => {
    expect(await runAll(['refused', 'fine'])).toEqual([
      { state: 'failed', reason: 'The database refuses a value (22012).' },
      { state: 'completed', reason: null }
    ])
    expect(runs).toHaveLength(2)
    expect(failed).toMatchObject([{ ending: 'refused' }])
  })

  test('is given up without consequences that are refused as well', async ({ runAll }) => {
    expect(await runAll(['fails badly', 'fine'])).toMatchObject([{ state: 'failed' }, { state: 'completed' }])
    expect(failed).toMatchObject([{ ending: 'fails badly' }])
  })

  test('is given up for a reason that holds what no text can hold', async ({ runAll }) => {
    expect(await runAll(['fails', 'fine'])).toEqual([
      { state: 'failed', reason: 'Sent back: ' },
      { state: 'completed', reason: null }
    ])
  })
})

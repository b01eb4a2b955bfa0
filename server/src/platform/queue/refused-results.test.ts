// On both databases: a refused statement ends the transaction of the only connection, too.

import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { eventually } from '../../../../testing/server/eventually.ts'
import { test as serverTest } from '../../../../testing/server/fixtures.ts'
import { readConfig } from '../config/config.ts'
import type { Db } from '../database/query.ts'
import { defineJob, type JobRun, queueJob } from './job.ts'
import { startQueue } from './start-queue.ts'

interface Work {
  readonly ending:
    | 'fine'
    | 'refused'
    | 'meets another'
    | 'meets others'
    | 'fails'
    | 'fails with nothing'
    | 'fails badly'
}

const config = readConfig({})
const refused = async (trx: Db): Promise<void> => void (await sql`select 1 / 0`.execute(trx))
let runs: Work[] = []
let failed: Work[] = []
let tries = 0
const job = defineJob<Work, unknown>({
  name: 'refused-results',
  options: () => ({ retryLimit: 2, retryDelaySeconds: 0, timeoutSeconds: 60 }),
  async run(_context, { id, data }: JobRun<Work>) {
    runs.push(data)
    if (data.ending === 'fails with nothing') return Promise.reject()
    if (data.ending.startsWith('fails')) throw new Error('Sent back: \0')
    if (data.ending === 'refused') return refused
    if (!data.ending.startsWith('meets')) return undefined
    return async (trx: Db) => {
      tries += 1
      // The job itself is the row that is there already.
      if (tries === 1 || data.ending === 'meets others')
        await sql`insert into jobs (id, kind, data, due_at) values (${id}, ${job.name}, '{}', now())`.execute(trx)
    }
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
        select state, reason from jobs where id = any(${ids}) order by array_position(${ids}::uuid[], id)`.execute(db)
    ).rows
  try {
    return await eventually(async () => {
      const jobs = await listed()
      for (const { state } of jobs) expect(state).not.toMatch(/waiting|running/)
      return jobs
    })
  } finally {
    await queue.stop()
  }
})

describe('a job whose result the database refuses', () => {
  test.beforeEach(() => {
    runs = []
    failed = []
    tries = 0
  })

  test('is given up with its consequences, and the next one runs', async ({ runAll }) => {
    expect(await runAll(['refused', 'fine'])).toEqual([
      { state: 'failed', reason: 'The database refuses a value (22012).' },
      { state: 'completed', reason: null }
    ])
    expect(runs).toHaveLength(2)
    expect(failed).toMatchObject([{ ending: 'refused' }])
  })

  test('because of another row writes it again without the work', async ({ runAll }) => {
    expect(await runAll(['meets another', 'fine'])).toEqual([
      { state: 'completed', reason: null },
      { state: 'completed', reason: null }
    ])
    expect([runs.length, tries, failed]).toEqual([2, 2, []])
  })

  test('because of another row is given up once its retries are used up', async ({ runAll }) => {
    expect(await runAll(['meets others', 'fine'])).toEqual([
      { state: 'failed', reason: 'The database refuses a value (23505).' },
      { state: 'completed', reason: null }
    ])
    expect([runs.length, tries]).toEqual([2, 3])
    expect(failed).toMatchObject([{ ending: 'meets others' }])
  })

  test('is given up without consequences that are refused as well', async ({ runAll }) => {
    expect(await runAll(['fails badly', 'fine'])).toMatchObject([{ state: 'failed' }, { state: 'completed' }])
    expect(failed).toMatchObject([{ ending: 'fails badly' }])
  })

  test.for([
    ['what no text can hold', 'fails', 'Sent back: '],
    ['nothing', 'fails with nothing', 'undefined']
  ] as const)('is given up for a reason that holds %s', async ([, ending, reason], { runAll }) => {
    expect(await runAll([ending, 'fine'])).toEqual([
      { state: 'failed', reason },
      { state: 'completed', reason: null }
    ])
  })
})

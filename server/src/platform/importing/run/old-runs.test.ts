import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { removeExpired } from '../../../features.ts'
import { readConfig } from '../../config/config.ts'
import { test } from '../../../testing/fixtures.ts'

test('runs of an import and their refused rows are kept for as long as the setting says', async ({ db, own }) => {
  const age = (days: number) => new Date(Date.now() - days * 86_400_000)
  const run = { company: own.company, resource: 'contacts', mode: 'upsert', dry_run: false, format: 'csv' } as const
  const runs = [3, 5].map((days) => ({ ...run, run_id: randomUUID(), committed_at: age(days) }))
  await db.insertInto('import_runs').values(runs).execute()
  const refusal = { line: 2, is_conflict: false, sentence: 'It is too long.', text: 'Huber' }
  await db
    .insertInto('import_refusals')
    .values(runs.map(({ company, run_id }) => ({ ...refusal, company, run_id })))
    .execute()
  await db
    .insertInto('import_keys')
    .values(runs.map(({ company, run_id }) => ({ company, run_id, key: 'P', accepted: true })))
    .execute()
  const left = async () => {
    const rows = await db.selectFrom('import_refusals').select('run_id').execute()
    const keys = await db.selectFrom('import_keys').select('run_id').execute()
    expect(keys).toEqual(rows)
    return rows.map(({ run_id }) => run_id)
  }
  const cleanUp = (importDays: number) => removeExpired({ db, config: { ...readConfig({}), importDays } })
  await cleanUp(6)
  expect(await left()).toHaveLength(2)
  await cleanUp(4)
  expect(await left()).toEqual([runs[0]?.run_id])
})

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test } from '../../../../../testing/server/fixtures.ts'
import { importer } from '../../../../../testing/server/imports.ts'
import { addRows } from '../../../../../testing/server/rows.ts'
import { removeExpired } from '../../../features.ts'
import { readConfig } from '../../../platform/config/config.ts'

test('runs of an import and their refused rows are kept for as long as the setting says', async ({ db, own }) => {
  const age = (days: number) => new Date(Date.now() - days * 86_400_000)
  const run = {
    provider_id: own.providerId,
    resource: 'contacts',
    mode: 'upsert',
    dry_run: false,
    format: 'csv'
  } as const
  const runs = [3, 5].map((days) => ({ ...run, run_id: randomUUID(), committed_at: age(days) }))
  await db.insertInto('import_runs').values(runs).execute()
  const refusal = { line: 2, kind: 'row', sentence: 'It is too long.', text: 'Huber' } as const
  await addRows(db, 'import_refusals', ...runs.map(({ provider_id, run_id }) => ({ ...refusal, provider_id, run_id })))
  await addRows(
    db,
    'import_keys',
    ...runs.map(({ provider_id, run_id }) => ({ provider_id, run_id, key: 'P', accepted: true }))
  )
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

test('a run keeps 10 MB of its refused rows, and says how many more there were', async ({ db, own }) => {
  const row = { externalId: 'P', customer: 'nobody', lastName: 'x'.repeat(20_000) }
  const run = importer(db, own.providerId)
  const rows = Array.from({ length: 700 }, (_, n) => ({ ...row, externalId: `P-${n}` }))
  const { runId, counts, refused } = await run('contacts', rows)
  expect(counts).toMatchObject({ read: 700, refused: 700, notKept: 700 - refused.length })
  const bytes = Buffer.byteLength(JSON.stringify(refused))
  expect(bytes).toBeGreaterThan(9_900_000)
  expect(bytes).toBeLessThan(10_100_000)
  expect(refused.at(-1)?.line).toBe(refused.length)
  const stored = await db.selectFrom('import_runs').select('not_kept').where('run_id', '=', runId).executeTakeFirst()
  expect(stored?.not_kept).toBe(counts.notKept)
  const few = await run('contacts', rows.slice(0, 3))
  expect(few.counts).toMatchObject({ refused: 3, notKept: 0 })
})

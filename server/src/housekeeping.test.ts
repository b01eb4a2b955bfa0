// On the embedded database alone: a PostgreSQL server has its autovacuum.

import { sql } from 'kysely'
import { expect } from 'vitest'
import { repeated } from './features.ts'
import { readConfig } from './platform/config/config.ts'
import { repeat } from './platform/queue/repeat.ts'
import type { JobContext } from './platform/services.ts'
import { test } from './testing/fixtures.ts'

test('the embedded database gives the room of deleted rows back, within an hour', async ({ db, server }) => {
  const size = async () => {
    const { rows } = await sql<{ bytes: number }>`select pg_relation_size('import_keys') as bytes`.execute(db)
    return Number(rows[0]?.bytes)
  }
  const empty = await size()
  await sql`insert into import_keys (company, run_id, key, accepted)
    select 1, gen_random_uuid(), n::text, true from generate_series(1, 5000) n`.execute(db)
  await sql`delete from import_keys`.execute(db)
  const before = await size()
  expect(before).toBeGreaterThan(empty + 200_000)
  // An hour in a tenth of a second.
  const hour = repeated
    .filter(({ atStart }) => atStart === false)
    .map((one) => ({ ...one, everyMs: one.everyMs / 36_000 }))
  expect(hour).toMatchObject([{ everyMs: 100 }])
  const end = repeat({ db, config: readConfig({}), log: server.app.log } as JobContext, hour)
  await expect.poll(size).toBeLessThan(before / 2)
  await end()
})

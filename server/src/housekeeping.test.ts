// On the embedded database alone: a PostgreSQL server has its autovacuum.

import { sql } from 'kysely'
import { expect } from 'vitest'
import { removeExpired, repeated } from './features.ts'
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

test('what has expired is deleted where jobs run, at once and every ten minutes', async ({ db, server }) => {
  const count = async () => (await db.selectFrom('login_attempts').select('id').execute()).length
  const at = new Date(Date.now() - 100 * 24 * 3_600_000)
  await db.insertInto('login_attempts').values({ at, account: 'a', address: '192.0.2.1', succeeded: false }).execute()
  const clean = repeated.filter(({ run }) => run === removeExpired)
  expect(clean).toEqual([{ everyMs: 600_000, run: removeExpired }])
  const end = repeat({ db, config: readConfig({}), log: server.app.log } as JobContext, clean)
  await expect.poll(count).toBe(0)
  await end()
})

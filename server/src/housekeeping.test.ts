// On the embedded database alone: a PostgreSQL server has its autovacuum.

import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { test } from './testing/socket-fixtures.ts'

test('the embedded database gives the room of deleted rows back, within an hour', async ({ db, start }) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const size = async () => {
    const { rows } = await sql<{ bytes: number }>`select pg_relation_size('import_keys') as bytes`.execute(db)
    return Number(rows[0]?.bytes)
  }
  try {
    await start()
    const empty = await size()
    await sql`insert into import_keys (company, run_id, key, accepted)
      select 1, gen_random_uuid(), n::text, true from generate_series(1, 5000) n`.execute(db)
    await sql`delete from import_keys`.execute(db)
    const before = await size()
    expect(before).toBeGreaterThan(empty + 200_000)
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    await expect.poll(size).toBeLessThan(before / 2)
  } finally {
    vi.useRealTimers()
  }
})

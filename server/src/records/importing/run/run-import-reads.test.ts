// On both databases: each has a planner of its own.

import { sql } from 'kysely'
import { expect } from 'vitest'
import { test as serverTest } from '../../../../../testing/server/fixtures.ts'
import { importer } from '../../../../../testing/server/imports.ts'
import { readRow } from '../../../../../testing/server/rows.ts'
import { flushStatistics } from '../../../../../testing/server/test-database.ts'

const test = serverTest.extend('run', { scope: 'file' }, ({ db, own }) => importer(db, own.providerId))

test('reads each row a few times, whatever the planner was told before', async ({ run, db, database }) => {
  const rows = Array.from({ length: 2000 }, (_, n) => ({ externalId: `M-${n}`, lastName: 'Viel GmbH' }))
  await sql`truncate customers, persons cascade`.execute(db)
  await sql`vacuum (analyze) customers, persons`.execute(db)
  const read = async () => {
    await flushStatistics(database)
    const found = await sql<{ rows: number }>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as rows from pg_stat_user_tables
      where relname in ('customers', 'persons')`.execute(db)
    return Number(found.rows[0]?.rows)
  }
  const before = await read()
  expect((await run('customers', rows)).counts.created).toBe(2000)
  expect((await read()) - before).toBeLessThan(20 * rows.length)
  const known = await sql<{ rows: number }>`select reltuples as rows from pg_class where relname = 'customers'`.execute(
    db
  )
  expect(known.rows[0]?.rows).toBeGreaterThanOrEqual(200)
})

test('reads no more contacts of a customer the more it has', async ({ run, db, database }) => {
  await run('customers', [{ externalId: 'GROWN', lastName: 'Groß GmbH' }])
  const contact = (n: number) => ({ externalId: `G-${n}`, customer: 'GROWN', lastName: 'Huber' })
  const contacts = Array.from({ length: 3000 }, (_, n) => contact(n))
  await run('contacts', contacts)
  const read = async () => {
    await flushStatistics(database)
    const { rows } = await sql<{ rows: number }>`
      select seq_tup_read + coalesce(idx_tup_fetch, 0) as rows from pg_stat_user_tables where relname = 'contacts'`.execute(
      db
    )
    return Number(rows[0]?.rows)
  }
  const before = await read()
  const more = Array.from({ length: 250 }, (_, n) => contact(3000 + n))
  expect((await run('contacts', more)).counts.created).toBe(250)
  expect((await read()) - before).toBeLessThan(5 * more.length)
  expect((await readRow(db, 'contacts', { external_id: 'G-3249' })).sequence_number).toBe(3250)
})

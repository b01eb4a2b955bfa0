import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { test as feedTest } from '../../../testing/server/change-fixtures.ts'
import { commandContext } from '../../../testing/server/command-context.ts'
import { importer } from '../../../testing/server/imports.ts'
import { newFolder } from '../../../testing/server/new-folder.ts'
import { flushStatistics } from '../../../testing/server/test-database.ts'
import { exportCommand } from './export/export.command.ts'

// Number of rows for three pages of an export, and thirty of the feed: a plan that reads all rows for each page, or for
// each row, reads many more.
const count = 3000
const rows = <Row>(row: (n: number) => Row): Row[] => Array.from({ length: count }, (_, n) => row(n))
const contact = (n: number) => ({ externalId: `P-${n}`, customer: `C-${n}`, lastName: 'Viel' })

const test = feedTest
  .extend('run', { scope: 'file' }, ({ db, own }) => importer(db, own.providerId))
  /**
   * Counts the rows that some work reads, of the table or index of which it reads most; after imports, in tables of
   * which PostgreSQL knows that they have pages and no row.
   */
  .extend('readsOf', { scope: 'file' }, async ({ db, database, run }) => {
    await run(
      'customers',
      rows((n) => ({ externalId: `C-${n}`, lastName: 'Viel GmbH' }))
    )
    await run('contacts', rows(contact))
    await run(
      'events',
      rows((n) => ({ externalId: `E-${n}`, caption: 'Viel' }))
    )
    await run(
      'participations',
      rows((n) => ({ externalId: `T-${n}`, contact: `P-${n}`, event: `E-${n}` }))
    )
    await run(
      'contacts',
      rows((n) => ({ externalId: `P-${n}`, firstName: 'Neu' }))
    )
    const client = await database.pool.connect()
    await client.query('set session_replication_role = replica')
    for (const table of ['persons', 'customers', 'contacts', 'events', 'participations', 'audit_entries']) {
      await client.query(`create temp table kept as select * from ${table}`)
      await client.query(`delete from ${table}`)
      await client.query(`vacuum (analyze, truncate off) ${table}`)
      await client.query(`insert into ${table} select * from kept`)
      await client.query('drop table kept')
    }
    await client.query('vacuum (analyze, truncate off) import_keys')
    await client.query('reset session_replication_role')
    client.release()
    const read = async () => {
      await flushStatistics(database)
      const found = await sql<{ name: string; rows: number }>`
        select relname as name, seq_tup_read::bigint as rows from pg_stat_user_tables
        union all select indexrelname, idx_tup_read from pg_stat_user_indexes`.execute(db)
      return new Map(found.rows.map((row) => [row.name, row.rows]))
    }
    return async (work: () => Promise<unknown>) => {
      const before = await read()
      await work()
      const after = await read()
      return Math.max(...[...after].map(([name, reads]) => reads - (before.get(name) ?? 0)))
    }
  })

const exportAll = exportCommand

describe('whatever the planner was told of empty tables, each row is read a few times', () => {
  test('by an export', async ({ db, readsOf, own }) => {
    const path = await newFolder()
    const input = { path, providerId: own.providerId, withSecrets: false }
    expect(await readsOf(() => exportAll.run(db, input, commandContext))).toBeLessThan(4 * count)
  })

  test('by a program that reads the feed', async ({ readsOf, readPages }) => {
    expect(await readsOf(() => readPages('', 100, '&by=all'))).toBeLessThan(4 * count)
  })

  test('by a full set that lacks some', async ({ run, readsOf }) => {
    const set = rows(contact).slice(100)
    // The end reads the keys of the run eight times: what is gone, counted, and once more with the removal.
    expect(await readsOf(() => run('contacts', set, { mode: 'replace' }))).toBeLessThan(9 * count)
  })
})

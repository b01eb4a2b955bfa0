// On PostgreSQL alone: the embedded database has one connection, which waits for nobody.

import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../../../testing/server/fixtures.ts'
import { openEmptyDatabase } from '../../../../testing/server/test-database.ts'
import { migrate } from './migrate.ts'
import { type DatabaseMigrations, migrations, type TableLock } from './migrations.ts'
import type { Db } from './query.ts'

interface Table {
  readonly id: number
  readonly name: string
  /** How often this session has read all rows of it. */
  readonly scans: number
}

const readTables = sql<Table>`
  select oid::int8 as id, oid::regclass::text as name, coalesce(seq_scan, 0) as scans
  from pg_class left join pg_stat_xact_user_tables on relid = oid
  where relkind = 'r' and relnamespace = 'public'::regnamespace`

/** Reads the locks of this transaction that others wait for, on tables that there were before. */
async function locksOf(trx: Db, before: readonly Table[]): Promise<Record<string, TableLock>> {
  const { rows } = await sql<TableLock & { name: string }>`
    with strongest as (
      select distinct on (relation) relation, mode from pg_locks
      join unnest(array['RowExclusiveLock', 'ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'])
        with ordinality as known (mode, strength) using (mode)
      where locktype = 'relation' and pid = pg_backend_pid() order by relation, strength desc
    )
    select name, mode as lock, coalesce(seq_scan, 0) > scans as "readsAll"
    from strongest join jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as before (id oid, name text, scans int) on id = relation
    left join pg_stat_xact_user_tables on relid = relation
    order by name`.execute(trx)
  return Object.fromEntries(rows.map(({ name, ...lock }) => [name, lock]))
}

/** Makes migrations one after the other; returns the locks that each one takes on the tables of those before it. */
async function locksOfEach(db: Db, wanted: DatabaseMigrations): Promise<Record<string, Record<string, TableLock>>> {
  const locks: Record<string, Record<string, TableLock>> = {}
  for (const [name, { up }] of Object.entries(wanted)) {
    await db
      .transaction()
      .execute(async (trx) => {
        const { rows: before } = await readTables.execute(trx)
        await up(trx)
        locks[name] = await locksOf(trx, before)
        throw new Error('undone')
      })
      .catch((error: Error) => expect(error).toMatchObject({ message: 'undone' }))
    const upTo = Object.entries(wanted).slice(0, Object.keys(locks).length)
    await migrate(db, Object.fromEntries(upTo))
  }
  return locks
}

/** Migrations that lock, of a version to come. */
const locking: DatabaseMigrations = {
  ...migrations,
  '9998-index': { up: (db) => sql`create index jobs_reason on jobs (reason)`.execute(db).then(() => undefined) },
  '9999-column': { up: (db) => sql`alter table visits add column added text`.execute(db).then(() => undefined) }
}

test('each migration names the locks that PostgreSQL gives it', async ({ databaseKind }) => {
  const { db, close } = await openEmptyDatabase(databaseKind)
  const taken = await locksOfEach(db, locking)
  const named = Object.entries(migrations).map(([name, { locks = {} }]) => [name, locks])
  expect(taken).toEqual({
    ...Object.fromEntries(named),
    '9998-index': { jobs: { lock: 'ShareLock', readsAll: true } },
    '9999-column': { visits: { lock: 'AccessExclusiveLock', readsAll: false } }
  })
  await close()
})

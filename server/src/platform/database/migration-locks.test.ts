// On PostgreSQL alone: the embedded database has one connection, which waits for nobody.

import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../../../testing/server/fixtures.ts'
import { openEmptyDatabase } from '../../../../testing/server/test-database.ts'
import { migrate, readDone } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import type { TableLock } from './pending-migrations.ts'
import type { Db } from './query.ts'

interface Table {
  readonly id: number
  readonly name: string
  /** How often this session has read all rows of it. */
  readonly scans: number
}

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

test('the list of locks is what each migration takes on the version before', async ({ databaseKind }) => {
  const { db, pool, close } = await openEmptyDatabase(databaseKind)
  await pool.query(await readFile(new URL('../../../../testing/server/database-447d823.sql', import.meta.url), 'utf8'))
  const locks: Record<string, Record<string, TableLock>> = {}
  for (const name of Object.keys(migrations).slice(1)) {
    await db
      .transaction()
      .execute(async (trx) => {
        const { rows: before } = await sql<Table>`
          select oid::int8 as id, oid::regclass::text as name, coalesce(seq_scan, 0) as scans
          from pg_class left join pg_stat_xact_user_tables on relid = oid
          where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(trx)
        await migrations[name]?.up(trx)
        locks[name] = await locksOf(trx, before)
        throw new Error('undone')
      })
      .catch((error: Error) => expect(error).toMatchObject({ message: 'undone' }))
    await migrate(db, name)
  }
  expect(await readDone(db)).toContain(Object.keys(migrations).at(-1))
  await expect(`${JSON.stringify(locks, null, 2)}\n`).toMatchFileSnapshot('migration-locks.json')
  await close()
})

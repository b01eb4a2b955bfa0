import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { test as base } from '../../testing/fixtures.ts'
import { schemaText } from '../../testing/schema-text.ts'
import { openEmptyDatabase } from '../../testing/test-database.ts'
import { isMigrated, migrate } from './migrate.ts'

const dump = new URL('../../testing/database-447d823.sql', import.meta.url)

const test = base.extend('released', { scope: 'file' }, async ({ databaseKind }, { onCleanup }) => {
  const database = await openEmptyDatabase(databaseKind)
  onCleanup(database.close)
  await database.pool.query(await readFile(dump, 'utf8'))
  return database.db
})

/** The migrations that a dump says are done. */
const namesIn = (text: string) => [...text.matchAll(/\('(00\d\d-[a-z-]+)', '/g)].map(([, name]) => ({ name }))

const kept = [
  'providers',
  'persons',
  'contacts',
  'shop_users',
  'participations',
  'invoices',
  'audit_entries',
  'log_keys'
]

describe('a database of the released version', () => {
  test('gets the schema of a new one, and keeps its rows', async ({ db, released }) => {
    const rows = async (table: string) => (await sql.raw<object>(`select * from ${table}`).execute(released)).rows
    const before = await Promise.all(kept.map(rows))
    expect(before.map(({ length }) => length)).toEqual([1, 3, 2, 2, 1, 1, 1, 1])
    expect(await isMigrated(released)).toBe(false)

    await migrate(released)
    expect(await isMigrated(released)).toBe(true)
    expect(await schemaText(released)).toEqual(await schemaText(db))
    for (const [at, table] of kept.entries()) expect(await rows(table)).toMatchObject(before[at] ?? [])
  })

  test('keeps the names of its migrations, which a process of that version looks for, and is migrated once', async ({
    released
  }) => {
    const names = async () => (await sql`select * from kysely_migration order by name`.execute(released)).rows
    await migrate(released)
    const all = await names()
    expect(all.slice(0, 40)).toMatchObject(namesIn(await readFile(dump, 'utf8')))
    await migrate(released)
    expect(await names()).toEqual(all)
  })

  test('is refused if it lacks one of its migrations, and stays as it is', async ({ released }) => {
    const before = await schemaText(released)
    await sql`delete from kysely_migration where name >= '0051'`.execute(released)
    await expect(migrate(released)).rejects.toThrow(
      /^The database is older than commit 447d823: start the version of that commit on it once, and then this one\.$/
    )
    expect(await schemaText(released)).toEqual(before)
  })
})

test('a new database has no name in kysely_migration that release 0.1.0, which refuses others, does not know', async ({
  db
}) => {
  const { rows } = await sql<{ last: string }>`select max(name) as last from kysely_migration`.execute(db)
  expect(rows).toEqual([{ last: '0079-shares-of-imports' }])
})

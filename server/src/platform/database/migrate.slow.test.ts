// On both databases: their migrations must come to the same.

import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { test as base } from '../../../../testing/server/fixtures.ts'
import { schemaText } from '../../../../testing/server/schema-text.ts'
import { openEmptyDatabase } from '../../../../testing/server/test-database.ts'
import { isMigrated, migrate } from './migrate.ts'

const dump = new URL('../../../../testing/server/database-447d823.sql', import.meta.url)

/** The last migration of commit 7bc30091, a version between that one and this one. */
const lastOfLater = '0068-changes-of-shared-persons'

/** Rows of tables and columns that version 447d823 lacks. */
const laterRows = `
  update contacts set active = false, locked_at = '2026-11-24 10:00+00' where pvaid = 112;
  insert into outgoing values (true, '7711451115651441594/5', 'mark', 'https://center.example', 'It is a copy.');
  insert into operator_events (event) values ('{"event": "shop-user-locked"}');
  insert into login_marks (company, pvaid, mark_hash) values (1, 111, '\\x06');
  update contact_access set browser_told_at = '2026-11-24 11:00+00' where pvaid = 112;
  insert into documents (company, document_id, kind, id, caption, file_name, sha256, size_bytes, storage_key, external_id)
    select company, 21, kind, id, caption, 'r.xml', sha256, size_bytes, storage_key, 'D-21' from documents;
  update invoices set xml_document_id = 21`

async function openReleased(kind: Parameters<typeof openEmptyDatabase>[0]) {
  const database = await openEmptyDatabase(kind)
  await database.pool.query(await readFile(dump, 'utf8'))
  return database
}

const test = base
  .extend('released', { scope: 'file' }, async ({ databaseKind }, { onCleanup }) => {
    const { db, close } = await openReleased(databaseKind)
    onCleanup(close)
    return db
  })
  .extend('later', { scope: 'file' }, async ({ databaseKind }, { onCleanup }) => {
    const { db, close } = await openReleased(databaseKind)
    onCleanup(close)
    await migrate(db, lastOfLater)
    await sql.raw(laterRows).execute(db)
    return db
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

/** The rows after the migrations: hours of 0 were those that nobody had said. */
const migrated = (rows: readonly object[] = []) =>
  rows.map((row) => ('hours' in row && row.hours === 0 ? { ...row, hours: null } : row))

describe('a database of the released version', () => {
  test('gets the schema of a new one, and keeps its rows', async ({ db, released }) => {
    const rows = async (table: string) => (await sql.raw<object>(`select * from ${table}`).execute(released)).rows
    const before = await Promise.all(kept.map(rows))
    expect(before.map(({ length }) => length)).toEqual([1, 3, 2, 2, 1, 1, 1, 1])
    expect(await isMigrated(released)).toBe(false)

    await migrate(released)
    expect(await isMigrated(released)).toBe(true)
    expect(await schemaText(released)).toEqual(await schemaText(db))
    for (const [at, table] of kept.entries()) expect(await rows(table)).toMatchObject(migrated(before[at]))
  })

  test('keeps the names of its migrations, and is migrated once', async ({ released }) => {
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

test('a database of commit 7bc30091 gets the schema of a new one, and keeps its rows', async ({ db, later }) => {
  const tables = [...kept, 'documents', 'outgoing', 'operator_events', 'login_marks', 'contact_access']
  const rows = async (table: string) =>
    (await sql.raw<object>(`select * from ${table} order by 1, 2`).execute(later)).rows
  const before = await Promise.all(tables.map(rows))
  expect(before.map(({ length }) => length)).toEqual([1, 3, 2, 2, 1, 1, 1, 1, 2, 1, 1, 1, 1])
  expect(await isMigrated(later)).toBe(false)

  await migrate(later)
  expect(await isMigrated(later)).toBe(true)
  expect(await schemaText(later)).toEqual(await schemaText(db))
  for (const [at, table] of tables.entries()) expect(await rows(table)).toMatchObject(migrated(before[at]))
})

test('a new database has no name in kysely_migration that release 0.1.0 does not know', async ({ db }) => {
  const { rows } = await sql<{ last: string }>`select max(name) as last from kysely_migration`.execute(db)
  expect(rows).toEqual([{ last: '0079-shares-of-imports' }])
})

// On both databases: each has the statements of migrations for itself.

import { sql } from 'kysely'
import { expect } from 'vitest'
import { test as base } from '../../../../testing/server/fixtures.ts'
import { schemaText } from '../../../../testing/server/schema-text.ts'
import { openEmptyDatabase } from '../../../../testing/server/test-database.ts'
import { isMigrated, migrate, readAppliedMigrations, readPendingMigrations, refuseOtherVersions } from './migrate.ts'
import { type DatabaseMigrations, migrations } from './migrations.ts'
import type { Db } from './query.ts'

/** The migrations of a next version, which adds a column. */
const next: DatabaseMigrations = {
  ...migrations,
  '0002-added': { up: (db) => sql`alter table visits add column added text`.execute(db).then(() => undefined) }
}

/** The migrations of a version whose last one fails at its second statement. */
const failing: DatabaseMigrations = {
  ...next,
  '0003-failing': {
    async up(db) {
      await sql`alter table visits drop column added`.execute(db)
      await sql`alter table visits drop column never_there`.execute(db)
    }
  }
}

const test = base.extend('empty', async ({ databaseKind }, { onCleanup }): Promise<Db> => {
  const { db, close } = await openEmptyDatabase(databaseKind)
  onCleanup(close)
  return db
})

test('a database of before release 0.2.0 is refused with a sentence that says what to do, and stays as it is', async ({
  empty
}) => {
  await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    empty
  )
  await sql`insert into kysely_migration values ('0051-unread-columns', '2026-11-23T10:00:00.000Z')`.execute(empty)
  await sql`create table providers (provider_id int primary key)`.execute(empty)
  const before = await schemaText(empty)
  await expect(migrate(empty)).rejects.toThrow(
    /^The database was made by a version before release 0\.2\.0, and stays as it is: this version cannot bring it up to date\. Export each company with that version \(npm run provider -- export\), and import the folders into a fresh installation of this one \(docs\/operations\/upgrade\.md\)\.$/
  )
  expect(await schemaText(empty)).toEqual(before)
})

test('tables of migrations of another program, in a schema behind, refuse nothing and count for none', async ({
  empty
}) => {
  await sql`create table migrations (id int primary key, name text)`.execute(empty)
  await sql`insert into migrations values (1, '0001-first-schema')`.execute(empty)
  await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    empty
  )
  await sql`insert into kysely_migration values ('0001-of-others', '2026-11-23T10:00:00.000Z')`.execute(empty)
  await sql`create schema center`.execute(empty)
  await empty.connection().execute(async (db) => {
    await sql`set search_path to center, public`.execute(db)
    await migrate(db)
    expect(await readAppliedMigrations(db)).toEqual(Object.keys(migrations))
    await sql`reset search_path`.execute(db)
    await expect(refuseOtherVersions(db)).rejects.toThrow('The database was made by a version before release 0.2.0')
  })
})

test('an upgrade makes what a new database gets, once, and the version before goes on beside it', async ({ empty }) => {
  await migrate(empty)
  expect(await readPendingMigrations(empty, next)).toEqual(['0002-added'])
  await migrate(empty, next)
  await migrate(empty, next)
  const upgraded = await schemaText(empty)
  expect(upgraded.filter((line) => /^visits .* added /.test(line))).toHaveLength(1)
  await migrate(empty)
  expect(await isMigrated(empty)).toBe(true)
  expect(await schemaText(empty)).toEqual(upgraded)
  expect(await readAppliedMigrations(empty)).toEqual(Object.keys(next))
})

test('a migration that fails is undone as a whole, and those before it stay', async ({ empty }) => {
  await expect(migrate(empty, failing)).rejects.toThrow(
    'The migration 0003-failing of the database failed (column "never_there" of relation "visits" does not exist).'
  )
  expect(await readAppliedMigrations(empty)).toEqual(Object.keys(next))
  expect((await schemaText(empty)).filter((line) => /^visits .* added /.test(line))).toHaveLength(1)
})

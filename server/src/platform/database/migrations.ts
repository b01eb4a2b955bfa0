import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The strongest lock of a migration on a table, and whether it reads all rows of it. */
export interface TableLock {
  readonly lock: 'AccessExclusiveLock' | 'ExclusiveLock' | 'RowExclusiveLock' | 'ShareLock' | 'ShareRowExclusiveLock'
  readonly readsAll: boolean
}

export interface DatabaseMigration extends Pick<Migration, 'up'> {
  /** The lowest release that can run beside it; without it, every one. */
  readonly lowestRelease?: string
  /** Locks on tables of earlier migrations for which others wait. A test compares them with those of PostgreSQL. */
  readonly locks?: Readonly<Record<string, TableLock>>
}

/** Migrations by name; each name begins with the migration's number. */
export type DatabaseMigrations = Readonly<Record<string, DatabaseMigration>>

/** Makes a migration of the statements in a file of `migrations/`. */
function fromFile(name: string): DatabaseMigration {
  // The build has no copy of the file.
  const file = new URL(`../../../src/platform/database/migrations/${name}.sql`, import.meta.url)
  return {
    up: (db) =>
      sql
        .raw(readFileSync(file, 'utf8'))
        .execute(db)
        .then(() => undefined)
  }
}

/**
 * All migrations in their order. From the tag of its release on, a migration is never edited; a further migration
 * corrects it.
 */
export const migrations: DatabaseMigrations = { '0001-first-schema': fromFile('0001-first-schema') }

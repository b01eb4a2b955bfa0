import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { errorCode, DatabaseError, errorMessage } from './errors.ts'
import { migrations } from './migrations/index.ts'
import type { Tables } from './tables.ts'

/**
 * The last migration of commit 447d823. The first one here stands for it and all before: it makes the same schema. A
 * database of that version keeps the names of all of them, a new one has this name alone, and both continue behind it.
 */
const lastReleased = '0051-unread-columns'

const undefinedTable = '42P01'

/** Reads the names of the migrations that were made, in their order. */
export async function readDone(db: Kysely<Tables>): Promise<readonly string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return rows.map(({ name }) => name)
  } catch (error) {
    if (errorCode(error) === undefinedTable) return []
    throw error
  }
}

/**
 * Tells whether the database has the schema that this version needs. It may have more: the next version may have
 * started beside this one.
 */
export async function isMigrated(db: Kysely<Tables>): Promise<boolean> {
  const done = new Set(await readDone(db))
  return Object.keys(migrations).every((name) => done.has(name))
}

/** Tells whether this version knows a migration. */
export const isKnown = (name: string): boolean => Object.hasOwn(migrations, name)

/**
 * Brings the schema up to date, all or nothing. Processes that start at once wait for each other (an advisory lock).
 * @param upTo of an empty database: the last migration to make
 * @throws DatabaseError naming the migration that failed, or the version that has to run first
 */
export async function migrate(db: Kysely<Tables>, upTo?: string): Promise<void> {
  const done = await readDone(db)
  const former = done.filter((name) => name < lastReleased)
  if (former.length > 0 && !done.includes(lastReleased))
    throw new DatabaseError(
      'The database is older than commit 447d823: start the version of that commit on it once, and then this one.'
    )
  const known = [...former, ...Object.keys(migrations)]
  // Kysely's Migrator lists all tables twice: 0.7 s of CPU in the embedded database, at each start.
  if (done.join() === known.join()) return
  const migrator = new Migrator({
    db,
    // Kysely wants to know every name that the database has.
    provider: {
      getMigrations: async () =>
        Object.fromEntries(known.map((name) => [name, migrations[name] ?? migrations[lastReleased]!]))
    }
  })
  const { error, results } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
  if (error === undefined) return
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName
  const what = failed ? `The migration ${failed} of the database` : 'The migration of the database'
  throw new DatabaseError(`${what} failed (${errorMessage(error)}).`, { cause: error })
}

import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { productVersion } from '../lib/product-version.ts'
import { errorCode, DatabaseError, errorMessage } from './errors.ts'
import { type DatabaseMigration, type DatabaseMigrations, migrations } from './migrations.ts'
import type { Db } from './query.ts'

/** Number of the advisory lock that keeps two processes from migrating at once. */
const migrationLock = sql.lit('3853314791062309107')

const lockNotAvailable = '55P03'
const deadlockDetected = '40P01'

/** Longest wait for a lock on a table: statements on that table queue behind the migration meanwhile. */
const lockTimeoutMs = 1000
/** Pause before the next try, in which those statements run. */
const pauseMs = 1000
const maxTries = 3

interface DoneMigration {
  readonly name: string
  readonly lowest_release: string | null
}

/** Tells whether our schema has a table: another program may have one of this name in a schema behind it. */
async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_tables where schemaname = current_schema() and tablename = ${name}`.execute(db)
  return rows.length > 0
}

/** Reads the applied migrations in their order, those of later releases included. */
async function readMigrations(db: Db): Promise<readonly DoneMigration[]> {
  if (!(await hasTable(db, 'migrations'))) return []
  return (await sql<DoneMigration>`select name, lowest_release from migrations order by name`.execute(db)).rows
}

/** Reads the names of the applied migrations, in their order. */
export const readAppliedMigrations = async (db: Db): Promise<readonly string[]> =>
  (await readMigrations(db)).map(({ name }) => name)

/** Returns the names of the migrations that this version would make. */
export async function readPendingMigrations(db: Db, wanted = migrations): Promise<readonly string[]> {
  const done = new Set(await readAppliedMigrations(db))
  return Object.keys(wanted).filter((name) => !done.has(name))
}

/**
 * Tells whether the database has the schema that this version needs. It may have more migrations, since the next
 * version may run beside this one.
 */
export const isMigrated = async (db: Db): Promise<boolean> => (await readPendingMigrations(db)).length === 0

/** Tells whether this version knows a migration. */
export const isKnown = (name: string): boolean => Object.hasOwn(migrations, name)

/** Remedy for an installation that this version cannot bring up to date. */
export const exportAndImportHint =
  'Export each company with that version (npm run provider -- export), and import the folders into a fresh installation of this one (docs/operations/upgrade.md)'

/**
 * Refuses a database of another version that this one must not touch.
 * @throws DatabaseError if the database is of before release 0.2.0, or a later release has made a migration beside which
 * this version cannot run
 */
export async function refuseOtherVersions(db: Db, wanted = migrations): Promise<void> {
  // Until release 0.2.0 this table had the names of the migrations. An older version that was started by mistake leaves
  // it empty.
  const former =
    (await hasTable(db, 'kysely_migration')) && (await sql`select from kysely_migration limit 1`.execute(db))
  if (former && former.rows.length > 0)
    throw new DatabaseError(
      `The database was made by a version before release 0.2.0, and stays as it is: this version cannot bring it up to date. ${exportAndImportHint}.`
    )
  const version = productVersion()
  for (const { name, lowest_release: lowest } of await readMigrations(db)) {
    // Compares the numbers of releases.
    const mayRun = lowest === null || lowest.localeCompare(version, 'en', { numeric: true }) <= 0
    if (Object.hasOwn(wanted, name) || mayRun) continue
    throw new DatabaseError(
      `The database is newer than this version (${version}): its migration ${name} needs release ${lowest} or a later one. Start that, or restore the backup from before the upgrade (docs/operations/upgrade.md).`
    )
  }
}

/**
 * Brings the schema up to date, each migration all or nothing. Processes that start at once wait for each other (an
 * advisory lock).
 * @throws DatabaseError naming the migration that failed, or the version that has to run
 */
export async function migrate(db: Db, wanted: DatabaseMigrations = migrations): Promise<void> {
  await refuseOtherVersions(db, wanted)
  const done = await readAppliedMigrations(db)
  for (const [name, migration] of Object.entries(wanted))
    if (!done.includes(name)) await tryMigration(db, name, migration)
}

/**
 * Applies a migration, with retries while other transactions hold its tables: it gives up rather than block all
 * requests.
 */
async function tryMigration(db: Db, name: string, migration: DatabaseMigration): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await makeMigration(db, name, migration)
    } catch (error) {
      const isLocked = [lockNotAvailable, deadlockDetected].includes(errorCode(error))
      if (isLocked && tries < maxTries) await wait(pauseMs)
      else {
        const reason = isLocked ? await heldReason(db) : ` failed (${errorMessage(error)}).`
        throw new DatabaseError(`The migration ${name} of the database${reason}`, { cause: error })
      }
    }
  }
}

/**
 * Describes the oldest transaction of another process in a sentence; empty if there is none.
 * @param seconds minimum age of the transaction
 */
export async function findOldestTransaction(db: Db, seconds = 0): Promise<string> {
  const { rows } = await sql<{ pid: number; name: string; begun: string }>`
    select pid, application_name as name, to_char(xact_start, 'HH24:MI:SS') as begun from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      and xact_start < clock_timestamp() - make_interval(secs => ${seconds})
    order by xact_start limit 1`.execute(db)
  return rows
    .map(({ pid, name, begun }) => `The oldest transaction is that of process ${pid} (${name}) since ${begun}.`)
    .join('')
}

async function heldReason(db: Db): Promise<string> {
  return ` was given up: another transaction holds a table that it has to lock. Nothing has changed, and versions that run go on. ${await findOldestTransaction(db)} Start again when that transaction has ended.`
}

async function makeMigration(db: Db, name: string, migration: DatabaseMigration): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(trx)
    await sql`create table if not exists migrations (name text primary key, done_at timestamptz not null default now(), lowest_release text)`.execute(
      trx
    )
    if ((await readAppliedMigrations(trx)).includes(name)) return
    await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`.execute(trx)
    await migration.up(trx)
    await sql`insert into migrations (name, lowest_release) values (${name}, ${migration.lowestRelease ?? null})`.execute(
      trx
    )
  })
}

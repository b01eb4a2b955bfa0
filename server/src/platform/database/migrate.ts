import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { productVersion } from '../lib/product-version.ts'
import { errorCode, DatabaseError, errorMessage } from './errors.ts'
import { migrations } from './migrations/index.ts'
import type { DatabaseMigration } from './migrations/migration.ts'
import type { Db } from './query.ts'

/**
 * The last migration of commit 447d823. The first migration here replaces that one and all before it, with the same
 * schema. A database of that version keeps all their names, a new database has only this name, and both continue from
 * here.
 */
const lastReleased = '0051-unread-columns'

/**
 * The last migration of release 0.1.0, which starts only on a database whose `kysely_migration` has no later name. A
 * later migration is noted there as well if that release cannot run beside it.
 */
const lastOfFirstRelease = '0079-shares-of-imports'

/** The number by which Kysely's migrator, in release 0.1.0, locks out other processes that migrate. */
const migrationLock = sql.lit('3853314791062309107')

const undefinedTable = '42P01'
const lockNotAvailable = '55P03'
const deadlockDetected = '40P01'

/** Longest wait for a lock on a table: statements on that table queue behind the migration meanwhile. */
const lockTimeoutMs = 1000
/** Pause before the next try, in which those statements run. */
const pauseMs = 1000
const mostTries = 3

interface DoneMigration {
  readonly name: string
  readonly lowest_release: string | null
}

async function rowsIfThere<Row>(work: Promise<{ rows: Row[] }>): Promise<Row[]> {
  try {
    return (await work).rows
  } catch (error) {
    if (errorCode(error) === undefinedTable) return []
    throw error
  }
}

/** Reads the names of the applied migrations since release 0.1.0, those of later releases included. */
const readLater = (db: Db) => rowsIfThere(sql<DoneMigration>`select name, lowest_release from migrations`.execute(db))

/** Reads the names of the applied migrations, in their order. */
export async function readDone(db: Db): Promise<readonly string[]> {
  const former = await rowsIfThere(sql<{ name: string }>`select name from kysely_migration order by name`.execute(db))
  const names = [...former, ...(await readLater(db))].map(({ name }) => name)
  return [...new Set(names)].toSorted()
}

/** Returns the names of the migrations that this version would make. */
export async function readPending(db: Db): Promise<readonly string[]> {
  const done = new Set(await readDone(db))
  return Object.keys(migrations).filter((name) => !done.has(name))
}

/**
 * Tells whether the database has the schema that this version needs. It may have more migrations, since the next
 * version may run beside this one.
 */
export const isMigrated = async (db: Db): Promise<boolean> => (await readPending(db)).length === 0

/** Tells whether this version knows a migration. */
export const isKnown = (name: string): boolean => Object.hasOwn(migrations, name)

/** @throws DatabaseError if a later release has made a migration beside which this version cannot run */
export async function refuseLater(db: Db): Promise<void> {
  const version = productVersion()
  const later = new Map((await readLater(db)).map((row) => [row.name, row.lowest_release ?? version]))
  for (const name of await readDone(db)) {
    const lowest = name < lastReleased || isKnown(name) ? version : later.get(name)
    // Compares the numbers of releases.
    if (lowest !== undefined && lowest.localeCompare(version, 'en', { numeric: true }) <= 0) continue
    throw new DatabaseError(
      `The database is newer than this version (${version}): its migration ${name} needs ${lowest ? `release ${lowest} or a later one` : 'the version that made it'}. Start that, or restore the backup from before the upgrade (docs/operations/upgrade.md).`
    )
  }
}

/**
 * Brings the schema up to date, each migration all or nothing. Processes that start at once wait for each other (an
 * advisory lock).
 * @param upTo the last migration to make
 * @throws DatabaseError naming the migration that failed, or the version that has to run
 */
export async function migrate(db: Db, upTo?: string): Promise<void> {
  const done = await readDone(db)
  if ((done[0] ?? lastReleased) < lastReleased && !done.includes(lastReleased))
    throw new DatabaseError(
      'The database is older than commit 447d823: start the version of that commit on it once, and then this one.'
    )
  await refuseLater(db)
  for (const [name, migration] of Object.entries(migrations))
    if (!done.includes(name) && (upTo === undefined || name <= upTo)) await tryMigration(db, name, migration)
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
      const isHeld = [lockNotAvailable, deadlockDetected].includes(errorCode(error))
      if (isHeld && tries < mostTries) await wait(pauseMs)
      else {
        const reason = isHeld ? await heldReason(db) : ` failed (${errorMessage(error)}).`
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
  const { lowestRelease: lowest = null }: { lowestRelease?: string | null } = migration
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(trx)
    await sql`create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
      trx
    )
    await sql`create table if not exists migrations (name text primary key, done_at timestamptz not null default now(), lowest_release text)`.execute(
      trx
    )
    if ((await readDone(trx)).includes(name)) return
    await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`.execute(trx)
    await migration.up(trx)
    if (name <= lastOfFirstRelease || lowest !== null)
      await sql`insert into kysely_migration values (${name}, ${new Date().toISOString()})`.execute(trx)
    if (name > lastOfFirstRelease)
      await sql`insert into migrations (name, lowest_release) values (${name}, ${lowest})`.execute(trx)
  })
}

import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Database } from './connection.ts'
import { markServerInstallation } from './data-folder.ts'
import type { Db } from './query.ts'

const isCopy = 'This database is a copy or was restored, so what its original had queued would leave it a second time.'
const isElsewhere = 'PUBLIC_URL is another one than before, so this may be a copy.'
const isWanted = 'OUTGOING_ON_HOLD was set.'

/**
 * Notes the identity of the database, and puts outgoing on hold if the identity or PUBLIC_URL differs from the noted
 * one. Every program does so before anything else. docs/decisions/0091-outgoing-on-hold.md
 * @param publicUrl of a server or worker; commands may have fewer settings than these
 */
export async function noteInstallation(
  { background: db, folderMark }: Pick<Database, 'background' | 'folderMark'>,
  { outgoingOnHold, databaseUrl, dataFolder }: Pick<Config, 'outgoingOnHold' | 'databaseUrl' | 'dataFolder'>,
  publicUrl: string | null = null
): Promise<void> {
  if (databaseUrl !== '') markServerInstallation(dataFolder)
  await sql`
    insert into outgoing as noted (database_identity, folder_mark, public_url, held_because)
    values (database_identity(), ${folderMark}, ${publicUrl}, ${outgoingOnHold ? isWanted : null})
    on conflict (is_only) do update set
      database_identity = excluded.database_identity,
      folder_mark = excluded.folder_mark,
      public_url = coalesce(excluded.public_url, noted.public_url),
      held_because = coalesce(noted.held_because, case
        when (noted.database_identity, noted.folder_mark) <> (excluded.database_identity, excluded.folder_mark) then ${isCopy}
        when noted.public_url <> '' and noted.public_url <> excluded.public_url then ${isElsewhere}
        else excluded.held_because end)`.execute(db)
}

/**
 * Returns the reason why outgoing is on hold, as an English sentence; null if it is not. Called before each mail and
 * webhook. Each call compares the database, because an operator may restore another one while this process runs.
 */
export async function findHold(db: Db): Promise<string | null> {
  const { rows } = await sql<{ hold: string | null }>`
    select coalesce(held_because, case when database_identity <> database_identity() then ${isCopy} end) as hold
    from outgoing`.execute(db)
  return rows[0]?.hold ?? null
}

/** Tells whether the database alone would reveal that it is a copy on another server. */
export async function isIdentified(db: Db): Promise<boolean> {
  const { rows } = await sql<{ identity: string }>`select database_identity() as identity`.execute(db)
  return rows[0]?.identity.startsWith('/') === false
}

/** Notes the time at which a backup began, once the backup is complete. */
export async function noteBackup(db: Db, begun: Date): Promise<void> {
  await sql`update outgoing set backed_up_at = ${begun}`.execute(db)
}

/** Reads the time at which the last backup began; null where there was none. */
export async function readLastBackup(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select backed_up_at as at from outgoing`.execute(db)
  return rows[0]?.at ?? null
}

/** Notes that the database was restored, and puts outgoing on hold. */
export async function noteRestored(trx: Db, backup: Date): Promise<void> {
  const because = `It was restored from the backup of ${backup.toISOString()}: its original may have sent what waits here.`
  await sql`
    insert into outgoing as noted (database_identity, folder_mark, held_because, backed_up_at, restored_at)
    values (database_identity(), '', ${because}, ${backup}, now())
    on conflict (is_only) do update set
      held_because = excluded.held_because, backed_up_at = excluded.backed_up_at, restored_at = excluded.restored_at,
      public_url = null`.execute(trx)
}

/** Reads the time at which the database was restored from a backup; null where it never was. */
export async function readRestored(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select restored_at as at from outgoing`.execute(db)
  return rows[0]?.at ?? null
}

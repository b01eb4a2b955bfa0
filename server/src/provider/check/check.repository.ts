import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

/** Reads what the database server says of its version and machine. */
export async function readServerVersion(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ version: string }>`select version()`.execute(db)
  return rows[0]?.version ?? ''
}

interface NamedFile {
  readonly key: string
  readonly size: number
  /** The number of all files that the database names. */
  readonly all: number
}

/** Chooses files by chance from all that the database names. */
export async function chooseFiles(db: Kysely<Tables>, most: number): Promise<NamedFile[]> {
  const { rows } = await sql<NamedFile>`
    select storage_key as key, size_bytes as size, count(*) over () as all
    from (select storage_key, size_bytes from documents union select storage_key, size_bytes from stored_files) files
    order by random() limit ${most}`.execute(db)
  return rows
}

/** Reads the clock of the database server. */
export async function readClock(db: Kysely<Tables>): Promise<Date | undefined> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now
}

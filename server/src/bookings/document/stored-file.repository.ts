import { type Insertable, type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Storage } from '../../platform/storage/storage.ts'

/** Tells whether the provider has sent a file with this SHA-256 before that is still there. */
export async function isFileStored(
  db: Kysely<Tables>,
  storage: Storage,
  company: number,
  sha256: string
): Promise<boolean> {
  const { rows } = await sql<{ key: string; size: number }>`
    select storage_key as key, size_bytes as size from stored_files
    where company = ${company} and sha256 = ${sha256}`.execute(db)
  return rows[0] !== undefined && (await storage.size(rows[0].key)) === rows[0].size
}

/** Records files that are in the storage now. */
export async function noteStoredFiles(
  db: Kysely<Tables>,
  files: readonly Insertable<Tables['stored_files']>[]
): Promise<void> {
  await db
    .insertInto('stored_files')
    .values(files)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

import type { Insertable, Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'

/** Whether the provider has sent a file with this SHA-256 before. */
export async function isFileStored(db: Kysely<Tables>, company: number, sha256: string): Promise<boolean> {
  const found = await db
    .selectFrom('stored_files')
    .select('sha256')
    .where('company', '=', company)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return found !== undefined
}

/** Notes files that are in the storage now. */
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

import type { Kysely } from 'kysely'
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

/** Notes a file that is in the storage now. */
export async function noteStoredFile(
  db: Kysely<Tables>,
  file: { readonly company: number; readonly sha256: string; readonly storageKey: string; readonly size: number }
): Promise<void> {
  const { company, sha256, storageKey: storage_key, size: size_bytes } = file
  await db
    .insertInto('stored_files')
    .values({ company, sha256, storage_key, size_bytes })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

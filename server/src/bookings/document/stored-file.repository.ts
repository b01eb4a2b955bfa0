import { type Insertable, type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { StoredFile } from './checked-file.ts'

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

/** Finds where these bytes are already, sent before or as a document's. */
export async function findStored(
  db: Kysely<Tables>,
  company: number,
  hashes: readonly string[]
): Promise<ReadonlyMap<string, string>> {
  const files = (table: 'stored_files' | 'documents') =>
    db.selectFrom(table).select(['sha256', 'storage_key']).where('company', '=', company).where('sha256', 'in', hashes)
  const found = await files('documents').unionAll(files('stored_files')).execute()
  return new Map(found.map(({ sha256, storage_key }) => [sha256, storage_key]))
}

const page = 500

/** Yields the files of a company's documents, each once, in the order of their SHA-256. */
export async function* filesOfDocuments(db: Kysely<Tables>, company: number): AsyncGenerator<StoredFile, void> {
  for (let last = ''; ;) {
    const { rows } = await sql<StoredFile>`
      select distinct on (sha256) sha256, storage_key as "storageKey", size_bytes as size from documents
      where company = ${company} and sha256 > ${last} order by sha256, document_id limit ${page}`.execute(db)
    yield* rows
    last = rows.at(-1)?.sha256 ?? ''
    if (rows.length < page) return
  }
}

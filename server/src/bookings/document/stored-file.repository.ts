import { type Insertable, sql } from 'kysely'
import type { Db, Tables } from '../../platform/database/query.ts'
import type { Storage } from '../../platform/storage/storage.ts'

export interface StoredFile {
  readonly storageKey: string
  readonly sha256: string
  readonly size: number
}

/** Tells whether the provider has sent a file with this SHA-256 that still exists. */
export async function isFileStored(db: Db, storage: Storage, providerId: number, sha256: string): Promise<boolean> {
  const { rows } = await sql<{ key: string; size: number }>`
    select storage_key as key, size_bytes as size from stored_files
    where provider_id = ${providerId} and sha256 = ${sha256}`.execute(db)
  return rows[0] !== undefined && (await storage.size(rows[0].key)) === rows[0].size
}

export async function noteStoredFiles(db: Db, files: readonly Insertable<Tables['stored_files']>[]): Promise<void> {
  await db
    .insertInto('stored_files')
    .values(files)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Finds the stored file with these bytes, whether it was sent before or belongs to a document. */
export async function findStored(
  db: Db,
  providerId: number,
  hashes: readonly string[]
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ sha256: string; key: string }>`
    select sha256, storage_key as key from documents where provider_id = ${providerId} and sha256 = any(${hashes})
    union all
    select sha256, storage_key from stored_files where provider_id = ${providerId} and sha256 = any(${hashes})`.execute(
    db
  )
  return new Map(rows.map(({ sha256, key }) => [sha256, key]))
}

const page = 500

/** The file of a document, and its name in the rows of an export. */
export interface NamedStoredFile extends StoredFile {
  readonly name: string
}

/**
 * Yields the files of a company's documents under the names that the provider gave them, and files without a name once,
 * under their SHA-256; ordered by both.
 */
export async function* filesOfDocuments(db: Db, providerId: number): AsyncGenerator<NamedStoredFile, void> {
  for (let last = ['', '']; ;) {
    const { rows } = await sql<NamedStoredFile>`
      select distinct on (sha256, name) name, sha256, storage_key as "storageKey", size_bytes as size
      from (
        select d.*, coalesce(f.name, d.sha256) collate "C" as name from documents d
        left join file_names f on f.provider_id = d.provider_id and f.name = d.file and f.sha256 = d.sha256
        where d.provider_id = ${providerId} and d.sha256 >= ${last[0]}
      ) named
      where (sha256, name) > (${last[0]}, ${last[1]}) order by sha256, name, document_id limit ${page}`.execute(db)
    yield* rows
    const end = rows.at(-1)
    if (!end || rows.length < page) return
    last = [end.sha256, end.name]
  }
}

/** A name under which the provider sent a file, and the SHA-256 of its bytes. */
export interface NamedFile {
  readonly name: string
  readonly sha256: string
}

/**
 * Records the names of files that are stored.
 * @param exchanges whether documents that use one of these names get the new bytes
 * @returns the number of documents that got new bytes
 */
export async function nameFiles(
  db: Db,
  providerId: number,
  files: readonly NamedFile[],
  { exchanges }: { readonly exchanges: boolean }
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with named as (
      insert into file_names as known (provider_id, name, sha256)
      select ${providerId}, name, sha256 from json_to_recordset(${JSON.stringify(files)}::json) as sent (name text, sha256 text)
      on conflict (provider_id, name) do update set sha256 = excluded.sha256 where known.sha256 <> excluded.sha256
      returning name, sha256
    ), exchanged as (
      update documents d set sha256 = f.sha256, storage_key = f.storage_key, size_bytes = f.size_bytes
      from named n join stored_files f on f.provider_id = ${providerId} and f.sha256 = n.sha256
      where ${exchanges} and d.provider_id = ${providerId} and d.file = n.name and d.sha256 <> n.sha256
      returning 1
    )
    select count(*)::int as count from exchanged`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findUnusedNames(
  db: Db,
  providerId: number,
  names: readonly string[]
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select f.name from file_names f where f.provider_id = ${providerId} and f.name = any(${names}::text[])
      and not exists (select from documents d where d.provider_id = f.provider_id and d.sha256 = f.sha256)
    order by f.name`.execute(db)
  return rows.map(({ name }) => name)
}

import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { StoredFile } from './checked-file.ts'
import { noteStoredFile } from './stored-file.repository.ts'

/** How the types of section 9 of the specification begin: PDF, the packed formats of Office, and its old ones. */
const signatures = [Buffer.from('%PDF-'), Buffer.from('PK\u0003\u0004'), Buffer.from('d0cf11e0a1b11ae1', 'hex')]

/** A file that documents have is read whole, here and when it is sent. */
export const maxFileBytes = 50 * 1024 * 1024

/** A file cannot be a document's; the message is one English sentence for the operator. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal'
}

/**
 * Stores a file for documents, whose rows then name it by its SHA-256. What is there already is not written again.
 * @param storage null: nothing is written, and only the database's transaction knows of the file
 * @throws FileRefusal, StorageError
 */
export async function storeFile(
  db: Kysely<Tables>,
  storage: Storage | null,
  company: number,
  bytes: Buffer
): Promise<string> {
  if (bytes.length > maxFileBytes) throw new FileRefusal(`It is larger than ${maxFileBytes} bytes.`)
  if (!signatures.some((signature) => bytes.subarray(0, signature.length).equals(signature)))
    throw new FileRefusal('It is neither a PDF nor a document of Office.')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const known = await findStored(db, company, sha256)
  // The file before its row: a row without its file could not be opened.
  const storageKey = known ?? `${company}/files/${sha256}`
  if (known === undefined) await storage?.put(storageKey, bytes)
  await noteStoredFile(db, { company, sha256, storageKey, size: bytes.length })
  return sha256
}

/** Where these bytes are already, sent before or as a document's. */
async function findStored(db: Kysely<Tables>, company: number, sha256: string): Promise<string | undefined> {
  const files = (table: 'stored_files' | 'documents') =>
    db.selectFrom(table).select('storage_key').where('company', '=', company).where('sha256', '=', sha256)
  const [found] = await files('stored_files').unionAll(files('documents')).limit(1).execute()
  return found?.storage_key
}

const page = 500

/** The files that documents of a company have, each once, in the order of their SHA-256. */
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

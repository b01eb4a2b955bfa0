import { readFile } from 'node:fs/promises'
import {
  FileRefusal,
  findUnusedNames,
  maxFileBytes,
  nameFiles,
  type NamedFile,
  storeFiles
} from '../../bookings/index.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/database/query.ts'
import { mapConcurrently } from '../../platform/lib/map-concurrently.ts'
import { openStorage, type Storage } from '../../platform/storage/storage.ts'
import { type DocumentFile, isOfInvoice } from './folder/read-folder.ts'

export interface RefusedFile {
  readonly file: string
  readonly sentence: string
}

async function storeDocument(
  db: Db,
  storage: Storage | null,
  providerId: number,
  { path, name, size }: DocumentFile
): Promise<NamedFile | RefusedFile> {
  try {
    if (size > maxFileBytes) throw new FileRefusal(`It is larger than ${maxFileBytes} bytes.`)
    const [sha256 = ''] = await storeFiles(db, storage, providerId, [await readFile(path)])
    return { name, sha256 }
  } catch (error) {
    if (error instanceof FileRefusal) return { file: path, sentence: error.message }
    throw error
  }
}

/** A bucket answers slowly, and meanwhile a transaction holds a connection. */
const maxFilesAtOnce = 8

/** Names of one statement. */
const namesAtOnce = 1000

interface Following {
  readonly onFile: (path: string, size: number) => void
  readonly signal: AbortSignal
}

export interface StoredDocumentFiles {
  readonly refused: readonly RefusedFile[]
  /** Stored files by the names that rows and stored documents have for them. */
  readonly named: readonly NamedFile[]
  /** Stored files whose invoice is not known yet. */
  readonly ofInvoices: readonly NamedFile[]
  /** Number of stored documents that reference one of the files and got new bytes. */
  readonly exchanged: number
}

/**
 * Stores the files before the rows of documents that reference them, and replaces the files of stored documents. The
 * files of invoices are only stored here: their numbers lead to a customer once the rows are imported.
 * @param config null: nothing is written
 */
export async function storeDocumentFiles(
  db: Db,
  config: Config | null,
  providerId: number,
  files: readonly DocumentFile[],
  { onFile, signal }: Following
): Promise<StoredDocumentFiles> {
  const storage = config && files.length > 0 ? openStorage(config) : null
  const names = new Set<string>()
  let stored: (NamedFile | RefusedFile)[]
  try {
    stored = await mapConcurrently(files, maxFilesAtOnce, async (file) => {
      signal.throwIfAborted()
      const isSecond = names.has(file.name)
      names.add(file.name)
      const result = isSecond
        ? { file: file.path, sentence: 'Another file has this name in another form of Unicode: keep one of them.' }
        : await storeDocument(db, storage, providerId, file)
      onFile(file.path, file.size)
      return result
    })
  } finally {
    storage?.close()
  }
  const refused = stored.filter((result) => 'sentence' in result)
  const named = stored.filter((result) => 'name' in result)
  const ofInvoices = named.filter(({ name }) => isOfInvoice(name))
  const others = named.filter(({ name }) => !isOfInvoice(name))
  let exchanged = 0
  for (const some of inParts(others)) exchanged += await nameFiles(db, providerId, some, { exchanges: true })
  return { refused, named: others, ofInvoices, exchanged }
}

/** Splits files into groups of one statement each. */
export function* inParts<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += namesAtOnce) yield items.slice(from, from + namesAtOnce)
}

export async function findUnusedFiles(
  db: Db,
  providerId: number,
  files: readonly NamedFile[]
): Promise<readonly string[]> {
  const unused: string[] = []
  for (const some of inParts(files))
    unused.push(
      ...(await findUnusedNames(
        db,
        providerId,
        some.map(({ name }) => name)
      ))
    )
  return unused
}

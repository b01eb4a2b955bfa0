import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { FileRefusal, maxFileBytes, storeFiles } from '../../bookings/index.ts'
import type { Config } from '../../platform/config/config.ts'
import { errorCode } from '../../platform/database/errors.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { openStorage, type Storage } from '../../platform/storage/storage.ts'

interface DocumentFile {
  readonly path: string
  /** The size in bytes. */
  readonly size: number
}

export interface RefusedFile {
  readonly file: string
  readonly sentence: string
}

/** Finds the files of documents in the folder `files` of an import, whatever their names. */
export async function findDocumentFiles(path: string): Promise<DocumentFile[]> {
  const folder = join(path, 'files')
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    // A file is imported, or a folder without documents.
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return []
    throw error
  })
  const paths = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name))
  return Promise.all(paths.toSorted().map(async (file) => ({ path: file, size: (await stat(file)).size })))
}

async function store(
  db: Kysely<Tables>,
  storage: Storage | null,
  company: number,
  { path, size }: DocumentFile
): Promise<RefusedFile[]> {
  try {
    if (size > maxFileBytes) throw new FileRefusal(`It is larger than ${maxFileBytes} bytes.`)
    await storeFiles(db, storage, company, [await readFile(path)])
    return []
  } catch (error) {
    if (error instanceof FileRefusal) return [{ file: path, sentence: error.message }]
    throw error
  }
}

/** A bucket answers slowly, and a transaction has one connection. */
const atOnce = 8

interface Following {
  readonly onFile: (path: string, size: number) => void
  readonly signal: AbortSignal
}

/**
 * Stores the files before the rows of documents that name them by their SHA-256.
 * @param config null: nothing is written
 */
export async function storeDocumentFiles(
  db: Kysely<Tables>,
  config: Config | null,
  company: number,
  files: readonly DocumentFile[],
  { onFile, signal }: Following
): Promise<RefusedFile[]> {
  if (files.length === 0) return []
  const storage = config && openStorage(config)
  const left = [...files].toReversed()
  const refused: RefusedFile[] = []
  const work = async () => {
    for (let file = left.pop(); file; file = left.pop()) {
      signal.throwIfAborted()
      refused.push(...(await store(db, storage, company, file)))
      onFile(file.path, file.size)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, work))
  } finally {
    storage?.close()
  }
  return refused
}

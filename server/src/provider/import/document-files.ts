import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Kysely } from 'kysely'
import {
  FileRefusal,
  findUnusedNames,
  maxFileBytes,
  nameFiles,
  type NamedFile,
  storeFiles
} from '../../bookings/index.ts'
import type { Config } from '../../platform/config/config.ts'
import { errorCode } from '../../platform/database/errors.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { openStorage, type Storage } from '../../platform/storage/storage.ts'

export interface DocumentFile {
  readonly path: string
  /** The name by which rows of documents find it: below `files/`, or `invoices/` with the number of an invoice. */
  readonly name: string
  /** The size in bytes. */
  readonly size: number
}

export interface RefusedFile {
  readonly file: string
  readonly sentence: string
}

/** The folder of files that are named by the number of their invoice. */
export const invoiceFolder = 'invoices'

/** The folders of an import with files of documents. */
export const documentFolders = ['files', invoiceFolder] as const

/** Returns the place of a file in the folder of an import, by the name that rows have for it. */
export const pathOf = (name: string): string => (name.startsWith(`${invoiceFolder}/`) ? name : join('files', name))

async function findIn(path: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(path, folder), { withFileTypes: true }).catch((error: unknown) => {
    // A file is imported, or a folder without documents.
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return []
    throw error
  })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(path, folder, name))
    .toSorted()
}

/** Finds the files of documents of an import: in `files`, whatever their names, and in `invoices`. */
export async function findDocumentFiles(path: string): Promise<DocumentFile[]> {
  const [files, invoices] = await Promise.all([findIn(path, 'files'), findIn(path, invoiceFolder)])
  // A program on a Mac may write an umlaut as two characters; rows have one.
  const nameOf = (file: string) => basename(file).normalize('NFC')
  const named = [
    ...files.map((file) => ({ path: file, name: nameOf(file) })),
    ...invoices.map((file) => ({ path: file, name: `${invoiceFolder}/${nameOf(file)}` }))
  ]
  return Promise.all(named.map(async (file) => ({ ...file, size: (await stat(file.path)).size })))
}

async function store(
  db: Kysely<Tables>,
  storage: Storage | null,
  company: number,
  { path, name, size }: DocumentFile
): Promise<NamedFile | RefusedFile> {
  try {
    if (size > maxFileBytes) throw new FileRefusal(`It is larger than ${maxFileBytes} bytes.`)
    const [sha256 = ''] = await storeFiles(db, storage, company, [await readFile(path)])
    return { name, sha256 }
  } catch (error) {
    if (error instanceof FileRefusal) return { file: path, sentence: error.message }
    throw error
  }
}

/** A bucket answers slowly, and a transaction has one connection. */
const atOnce = 8

/** Names of one statement. */
const namesAtOnce = 1000

interface Following {
  readonly onFile: (path: string, size: number) => void
  readonly signal: AbortSignal
}

export interface StoredDocumentFiles {
  readonly refused: readonly RefusedFile[]
  /** The names of the stored files. */
  readonly names: readonly string[]
  /** The number of documents that got new bytes, since they name one of the files. */
  readonly exchanged: number
}

/**
 * Stores the files before the rows of documents that name them, and exchanges those of stored documents.
 * @param config null: nothing is written
 */
export async function storeDocumentFiles(
  db: Kysely<Tables>,
  config: Config | null,
  company: number,
  files: readonly DocumentFile[],
  { onFile, signal }: Following
): Promise<StoredDocumentFiles> {
  const storage = config && files.length > 0 ? openStorage(config) : null
  const left = [...files].toReversed()
  const refused: RefusedFile[] = []
  const named: NamedFile[] = []
  const work = async () => {
    for (let file = left.pop(); file; file = left.pop()) {
      signal.throwIfAborted()
      const stored = await store(db, storage, company, file)
      if ('name' in stored) named.push(stored)
      else refused.push(stored)
      onFile(file.path, file.size)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, work))
  } finally {
    storage?.close()
  }
  let exchanged = 0
  for (let from = 0; from < named.length; from += namesAtOnce)
    exchanged += await nameFiles(db, company, named.slice(from, from + namesAtOnce))
  return { refused, names: named.map(({ name }) => name), exchanged }
}

/** Finds stored files of an import that no document has, by their names. */
export async function findUnusedFiles(
  db: Kysely<Tables>,
  company: number,
  names: readonly string[]
): Promise<readonly string[]> {
  const unused: string[] = []
  for (let from = 0; from < names.length; from += namesAtOnce)
    unused.push(...(await findUnusedNames(db, company, names.slice(from, from + namesAtOnce))))
  return unused
}

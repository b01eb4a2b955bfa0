import { open, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { OperatorError } from '../../../platform/config/operator-error.ts'
import { errorCode } from '../../../platform/database/errors.ts'

export interface DocumentFile {
  readonly path: string
  /** Name by which rows of documents reference it: below `files/`, or in `invoices/` with the number of an invoice. */
  readonly name: string
  /** The size in bytes. */
  readonly size: number
}

/** Folder of files whose names are numbers of invoices. */
export const invoiceFolder = 'invoices'

/** Tells whether the file's name is the number of its invoice. */
export const isOfInvoice = (name: string): boolean => name.startsWith(`${invoiceFolder}/`)

/** Returns the path of a file in the folder of an import, from the name that rows have for it. */
export const pathOf = (name: string): string => (isOfInvoice(name) ? name : join('files', name))

async function findIn(path: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(path, folder), { withFileTypes: true }).catch((error: unknown) => {
    // The import is a single file, or a folder without documents.
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return []
    throw error
  })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(path, folder, name))
    .toSorted()
}

/** Finds the documents' files of an import: in `files`, with any names, and in `invoices`. */
export async function findDocumentFiles(path: string): Promise<DocumentFile[]> {
  const [files, invoices] = await Promise.all([findIn(path, 'files'), findIn(path, invoiceFolder)])
  // A program on a Mac may write an umlaut as two characters; rows have a single one.
  const fileName = (file: string) => basename(file).normalize('NFC')
  const named = [
    ...files.map((file) => ({ path: file, name: fileName(file) })),
    ...invoices.map((file) => ({ path: file, name: `${invoiceFolder}/${fileName(file)}` }))
  ]
  return Promise.all(named.map(async (file) => ({ ...file, size: (await stat(file.path)).size })))
}

/** The name of a file of refused rows, beside the imported one. */
const refusedFile = /\.refused(?:-\d+)?\./

/** Name of the file with the reason why sync could not import a batch, beside the batch's files. */
export const errorFile = 'error.txt'

/** Name of the file in a batch that lists its files while they are moved. */
export const movingFile = '.moving'

/** Name of the file that says whether a folder's files are full sets. */
export const setFile = 'set.json'

/**
 * Tells whether the last line of a file has an end; otherwise the file may be only a part. A packed file says by itself
 * where it ends.
 */
async function hasLineEnd(path: string): Promise<boolean> {
  if (/\.gz$/i.test(path)) return true
  const file = await open(path)
  try {
    const { size } = await file.stat()
    // The last letter of UTF-16 has two bytes, and a file of DOS may have its mark of the end.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, Math.max(0, size - 4))
    const end = buffer.toString('latin1', 0, bytesRead).replaceAll('\0', '').replaceAll('\u001A', '')
    return /[\r\n]$/.test(end)
  } finally {
    await file.close()
  }
}

/** Returns the names of the files whose last line has no end. */
export async function findUnended(paths: readonly string[]): Promise<string[]> {
  const ended = await Promise.all(paths.map(hasLineEnd))
  return paths.flatMap((path, index) => (ended[index] ? [] : [basename(path)]))
}

/** Reads the sorted names of a folder's files, without `set.json` and those that an import or sync has written. */
export async function readNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  const others = [errorFile, setFile]
  return names.filter((name) => !refusedFile.test(name) && !others.includes(name) && !name.startsWith('.')).toSorted()
}

/**
 * Returns the folder of a path with the names of its files, or the single file of the path.
 * @throws OperatorError
 */
export async function findNames(path: string): Promise<{ readonly folder: string; readonly names: readonly string[] }> {
  try {
    if ((await stat(path)).isDirectory()) return { folder: path, names: await readNames(path) }
    return { folder: dirname(path), names: [basename(path)] }
  } catch (error) {
    throw new OperatorError(`${path} cannot be read (${errorCode(error)}).`, { cause: error })
  }
}

import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { errorCode } from '../../../platform/database/errors.ts'

export interface DocumentFile {
  readonly path: string
  /** The name by which rows of documents find it: below `files/`, or `invoices/` with the number of an invoice. */
  readonly name: string
  /** The size in bytes. */
  readonly size: number
}

/** The folder of files that are named by the number of their invoice. */
export const invoiceFolder = 'invoices'

/** The folders of an import with files of documents. */
export const documentFolders = ['files', invoiceFolder] as const

/** Tells whether a file is named by the number of its invoice. */
export const isOfInvoice = (name: string): boolean => name.startsWith(`${invoiceFolder}/`)

/** Returns the place of a file in the folder of an import, by the name that rows have for it. */
export const pathOf = (name: string): string => (isOfInvoice(name) ? name : join('files', name))

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
  const fileName = (file: string) => basename(file).normalize('NFC')
  const named = [
    ...files.map((file) => ({ path: file, name: fileName(file) })),
    ...invoices.map((file) => ({ path: file, name: `${invoiceFolder}/${fileName(file)}` }))
  ]
  return Promise.all(named.map(async (file) => ({ ...file, size: (await stat(file.path)).size })))
}

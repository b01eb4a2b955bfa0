import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import {
  type ImportResourceName,
  importResourceNames,
  importResources
} from '@customer-center/contract/import/resources'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { ImportError } from '../../records/importing/import.ts'
import { checkEncoding, type OpenedRows, openRows } from '../../records/importing/read/open-rows.ts'
import { findDocumentFiles, findNames } from './folder/read-folder.ts'
import type { WantedImport } from './wanted-import.ts'

/** A file with rows of one resource. */
export interface ImportFile {
  readonly path: string
  readonly resource: ImportResourceName
  /** The size in bytes. */
  readonly size: number
  /** Whether a map has made the rows. */
  readonly isMapped: boolean
}

/** Endings of files with rows; programs of Windows write them in capitals. */
const dataFile = /\.(?:ndjson|csv|txt)(?:\.gz)?$/i

/**
 * Returns the resource of a file's rows from the file's name: `contacts.csv`, `CONTACTS-2026-11.TXT`,
 * `contacts.ndjson.gz`.
 */
export function resourceOf(path: string): ImportResourceName | undefined {
  const name = basename(path).toLowerCase()
  if (!dataFile.test(name)) return undefined
  const fits = importResourceNames.filter(
    (resource) => name.startsWith(resource) && /^[._-]/.test(name.slice(resource.length))
  )
  // `event-dates.csv` has no rows of events.
  return fits.toSorted((a, b) => b.length - a.length)[0]
}

const knownNames = `<resource>.ndjson, <resource>.csv or <resource>.txt, with .gz where it is packed; resources are ${importResourceNames.join(', ')}`

/**
 * Finds the files with rows in a folder, in an order in which no row references one of a later file; or the single
 * named file.
 * @throws OperatorError if no name contains a resource
 */
async function findImportFiles(path: string, isMapped: boolean) {
  const { folder, names } = await findNames(path)
  const found = await Promise.all(
    names.map(async (name): Promise<ImportFile[]> => {
      const resource = resourceOf(name)
      const file = join(folder, name)
      return resource ? [{ path: file, resource, size: (await stat(file)).size, isMapped }] : []
    })
  )
  const place = ({ resource }: ImportFile) => importResourceNames.indexOf(resource)
  const files = found.flat().toSorted((a, b) => place(a) - place(b))
  const notTaken = names.filter((name) => !resourceOf(name))
  const meant = notTaken.find((name) => dataFile.test(name) || folder !== path)
  if (files.length === 0 && meant !== undefined)
    throw new OperatorError(
      `The name of ${meant} says no resource: it must be ${knownNames}. A file of another form is read by --map.`
    )
  return { files, notTaken }
}

export const openFile = ({ path, resource }: ImportFile, bytes: AsyncIterable<Buffer>): Promise<OpenedRows> =>
  openRows(bytes, {
    fields: importResources[resource].fields,
    format: /\.ndjson(?:\.gz)?$/i.test(path) ? 'ndjson' : 'csv'
  })

/** The part of an import for one file; rows that a map made have no file of their own. */
export const shownName = ({ path, resource, isMapped }: ImportFile) => (isMapped ? resource : basename(path))

/** Puts the name of the file at the beginning of an error's sentence. */
export function withName(file: ImportFile, error: unknown): unknown {
  if (!(error instanceof ImportError || error instanceof OperatorError)) return error
  return new OperatorError(`${shownName(file)}: ${error.message}`, { cause: error })
}

/**
 * Checks the columns and the encoding of all files: a wrong file stops an import before rows of another file are
 * stored.
 */
async function checkFiles(files: readonly ImportFile[]): Promise<void> {
  for (const file of files) {
    const streams = [createReadStream(file.path), createReadStream(file.path)] as const
    try {
      const { rows, format } = await openFile(file, streams[0])
      // Reading the first row also reads the columns.
      await rows.next()
      if (format === 'csv') await checkEncoding(streams[1])
    } catch (error) {
      throw withName(file, error)
    } finally {
      for (const stream of streams) stream.destroy()
    }
  }
}

/**
 * Finds the files to import, and runs all checks that need no database.
 * @throws OperatorError
 */
export async function findInput({ path, mapped, mode }: WantedImport) {
  const { files, notTaken } = await findImportFiles(mapped?.folder ?? path, mapped !== undefined).catch((error) => {
    if (!mapped) throw error
    const why = `The server cannot read ${mapped.folder}: let TMPDIR name a folder that it can.`
    throw new OperatorError(why, { cause: error })
  })
  await checkFiles(files)
  const documentFiles = await findDocumentFiles(path)
  if (!mapped && files.length + documentFiles.length === 0)
    throw new OperatorError(
      `The folder ${path} has no files to import: they are called ${knownNames}. A file of refused rows is taken by its own path.`
    )
  if (mode === 'replace' && new Set(files.map(({ resource }) => resource)).size < files.length)
    throw new OperatorError('A full set has one file for each resource: --mode replace cannot take several.')
  return { files, documentFiles, notTaken }
}

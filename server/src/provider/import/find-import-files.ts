import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type ImportResourceName, importResourceNames } from '@customer-center/contract/import/resources'
import { OperatorError } from '../../platform/config/operator-error.ts'
import type { SpooledFile } from '../map/spool.ts'
import { findNames } from './folder/read-names.ts'

/** A file with rows of one resource. */
export interface ImportFile {
  readonly path: string
  readonly resource: ImportResourceName
  /** The size in bytes. */
  readonly size: number
  /** Finds the place of a row in the foreign files of which a map made it; missing for a file that is read as it is. */
  readonly originOf?: SpooledFile['originOf']
}

/** The endings of files with rows; programs of Windows write them in capitals. */
const dataFile = /\.(?:ndjson|csv|txt)(?:\.gz)?$/i

/** Returns the resource of a file's rows, by its name: `contacts.csv`, `CONTACTS-2026-11.TXT`, `contacts.ndjson.gz`. */
export function resourceOf(path: string): ImportResourceName | undefined {
  const name = basename(path).toLowerCase()
  if (!dataFile.test(name)) return undefined
  const fits = importResourceNames.filter(
    (resource) => name.startsWith(resource) && /^[._-]/.test(name.slice(resource.length))
  )
  // `event-dates.csv` has no rows of events.
  return fits.toSorted((a, b) => b.length - a.length)[0]
}

/** Names of files with rows. */
export const knownNames = `<resource>.ndjson, <resource>.csv or <resource>.txt, with .gz where it is packed; resources are ${importResourceNames.join(', ')}`

/** Files that an import takes, and the names of the others. */
export interface FoundFiles {
  readonly files: readonly ImportFile[]
  readonly notTaken: readonly string[]
}

/**
 * Finds the files with rows of a folder, in an order in which no row refers to one of a later file; or the one file
 * that is named.
 * @throws OperatorError where the names of all say no resource
 */
export async function findImportFiles(path: string): Promise<FoundFiles> {
  const { folder, names } = await findNames(path)
  const found = await Promise.all(
    names.map(async (name) => {
      const resource = resourceOf(name)
      const file = join(folder, name)
      return resource ? [{ path: file, resource, size: (await stat(file)).size }] : []
    })
  )
  const place = ({ resource }: ImportFile) => importResourceNames.indexOf(resource)
  const files = found.flat().toSorted((a, b) => place(a) - place(b))
  const notTaken = names.filter((name) => !resourceOf(name))
  const meant = notTaken.find((name) => dataFile.test(name) || folder !== path)
  if (files.length === 0 && meant !== undefined)
    throw new OperatorError(`The name of ${meant} says no resource: it must be ${knownNames}.`)
  return { files, notTaken }
}

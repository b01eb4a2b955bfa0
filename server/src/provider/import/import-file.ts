import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type ImportResourceName, importResourceNames } from '@customer-center/contract/import/resources'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorCode } from '../../platform/database/errors.ts'

/** A file with rows of one resource. */
export interface ImportFile {
  readonly path: string
  readonly resource: ImportResourceName
  /** The size in bytes. */
  readonly size: number
}

/** The names of files with rows. */
export const dataFile = /\.(?:ndjson|csv)(?:\.gz)?$/
/** The name of a file of refused rows, beside the imported one. */
const refusedFile = /\.refused(?:-\d+)?\./

/** Returns the resource of a file's rows, by its name: `contacts.csv`, `contacts-2026-11.ndjson.gz`. */
function resourceOf(path: string): ImportResourceName | undefined {
  const name = basename(path)
  if (!dataFile.test(name)) return undefined
  const fits = importResourceNames.filter(
    (resource) => name.startsWith(resource) && /^[._-]/.test(name.slice(resource.length))
  )
  // `event-dates.csv` has no rows of events.
  return fits.toSorted((a, b) => b.length - a.length)[0]
}

/** What files with rows are called. */
export const knownNames = `<resource>.ndjson or <resource>.csv, with .gz where it is packed; resources are ${importResourceNames.join(', ')}`

/**
 * Finds the files with rows of a folder, in an order in which no row refers to one of a later file; or the one file
 * that is named.
 * @throws OperatorError
 */
export async function findImportFiles(path: string): Promise<ImportFile[]> {
  try {
    const isFolder = (await stat(path)).isDirectory()
    const names = isFolder
      ? (await readdir(path)).filter((name) => dataFile.test(name) && !refusedFile.test(name))
      : ['']
    const files = await Promise.all(
      names.toSorted().map(async (name) => {
        const file = name === '' ? path : join(path, name)
        const resource = resourceOf(file)
        if (!resource) throw new OperatorError(`The name of ${file} says no resource: it must be ${knownNames}.`)
        return { path: file, resource, size: (await stat(file)).size }
      })
    )
    const place = ({ resource }: ImportFile) => importResourceNames.indexOf(resource)
    return files.toSorted((a, b) => place(a) - place(b))
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`${path} cannot be read (${errorCode(error)}).`, { cause: error })
  }
}

/**
 * Returns the file beside, in which the refused rows are: `contacts.csv.gz` → `contacts.refused.csv`, and of that
 * `contacts.refused-2.csv`.
 */
export function refusedPath(path: string): string {
  const [, name = '', again, ending = ''] =
    /^(.*?)(?:\.refused(?:-(\d+))?)?\.(\w+)$/.exec(path.replace(/\.gz$/, '')) ?? []
  const isCorrected = /\.refused(?:-\d+)?\.\w+$/.test(path)
  return `${name}.refused${isCorrected ? `-${Number(again ?? 1) + 1}` : ''}.${ending}`
}

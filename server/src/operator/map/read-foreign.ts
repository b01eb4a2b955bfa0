import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ImportResourceName, isImportResource } from '@customer-center/contract/import/resources'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorMessage } from '../../platform/database/errors.ts'
import { withoutHashes } from '../../platform/lib/hashes.ts'
import type { ImportProgress } from '../../records/importing/import.ts'
import type { FileFaults } from '../../records/importing/read/csv-file.ts'
import type { MappedFile, SourceCells } from './import-map.ts'
import { type LoadedMap, partFor } from './load-map.ts'
import { MappedFolder } from './mapped-folder.ts'
import { openForeign } from './open-foreign.ts'

/** If a map returns the value of a condition instead of a row, the row is left out. */
const isLeftOut = (row: unknown): row is undefined | null | false => row === undefined || row === null || row === false

/** @throws Error for a row that JSON would change */
function checkRow(resource: string, row: object): void {
  if (typeof row !== 'object') throw new Error(`${resource} is no row, but ${JSON.stringify(row)}.`)
  for (const [name, value] of Object.entries(row) as [string, unknown][])
    if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${name} of ${resource} is not a number.`)
}

/** @throws the errors of the map */
function mapRow(
  part: MappedFile,
  cells: SourceCells,
  from: { readonly file: string; readonly line: number }
): [ImportResourceName, object][] {
  const made = part.rows(cells, from) ?? {}
  if (made instanceof Promise) throw new Error('rows is async: it has to return its rows, not to promise them.')
  return Object.entries(made).flatMap(([resource, given]) => {
    if (!isImportResource(resource)) throw new Error(`There is no resource ${resource}.`)
    return [given].flat().flatMap((row): [ImportResourceName, object][] => {
      if (isLeftOut(row)) return []
      checkRow(resource, row)
      return [[resource, row]]
    })
  })
}

/** Rows that a map could not convert, for one reason. */
interface ForeignReason {
  readonly sentence: string
  /** The first one's. */
  readonly line: number
  readonly count: number
}

export interface ForeignResult extends FileFaults {
  readonly file: string
  readonly encoding: string
  /** Null for a file of fixed width. */
  readonly separator: string | null
  readonly read: number
  readonly refused: number
  /** Number of made rows that repeat another one whole, and count once. */
  readonly repeated: number
  /** The first 20 reasons at most. */
  readonly reasons: readonly ForeignReason[]
}

/** Foreign files, and the folder with the rows that a map has made of theirs. */
interface ReadFiles {
  readonly mapped: MappedFolder
  readonly sources: readonly ForeignResult[]
  /** Names of files that no part of the map reads. */
  readonly notTaken: readonly string[]
}

const mostReasons = 20

interface Refusal {
  readonly line: number
  readonly sentence: string
}

interface ReadProgress {
  readonly onBytes: (count: number) => void
  readonly onRows: (read: number, refused: number) => void
}

async function mapFile(
  path: string,
  file: string,
  part: MappedFile,
  mapped: MappedFolder,
  { onBytes, onRows }: ReadProgress
): Promise<ForeignResult> {
  const { rows, separator, encoding, faults } = await openForeign(path, part, onBytes)
  const { decimals, dates } = part
  const reading = Object.entries({ decimals, dates })
    .flatMap(([name, value]) => (value === undefined ? [] : `,"$${name}":${JSON.stringify(value)}`))
    .join('')
  const refused: Refusal[] = []
  let read = 0
  let repeated = 0
  for await (const some of rows) {
    for (const row of some) {
      read += 1
      const { line } = row
      const place = `{"$file":${JSON.stringify(file)},"$line":${line}`
      try {
        if ('refusal' in row) throw new Error(row.refusal)
        for (const [resource, one] of mapRow(part, row.cells, { file, line }))
          if (!mapped.add(resource, one, place, reading)) repeated += 1
      } catch (error) {
        refused.push({ line, sentence: withoutHashes(errorMessage(error)) })
      }
    }
    await mapped.flush()
    onRows(read, refused.length)
  }
  await writeReasons(path, refused)
  const reasons = new Map<string, ForeignReason>()
  for (const { line, sentence } of refused) {
    const known = reasons.get(sentence)
    reasons.set(sentence, known ? { ...known, count: known.count + 1 } : { sentence, line, count: 1 })
  }
  const shown = [...reasons.values()].toSorted((a, b) => b.count - a.count).slice(0, mostReasons)
  const counts = { read, refused: refused.length, repeated, ...faults() }
  return { file, encoding: encoding(), separator, ...counts, reasons: shown }
}

/**
 * Writes the numbers and reasons of refused rows into a file beside the foreign file, which has the rows themselves.
 */
async function writeReasons(path: string, refused: readonly Refusal[]): Promise<void> {
  const to = `${path}.refused.txt`
  await rm(to, { force: true })
  if (refused.length === 0) return
  const lines = refused.map(({ line, sentence }) => `line ${line}: ${sentence}\n`)
  await pipeline(Readable.from(lines), createWriteStream(to, { mode: 0o600 }))
}

/**
 * Reads foreign files in the order of a map, and writes the rows that the map makes into a temporary folder.
 * @param report called with the progress of the reading, which comes before that of the import
 * @throws OperatorError if a file is unreadable, or if no file matches a part of the map
 */
export async function readForeign(
  map: LoadedMap,
  folder: string,
  names: readonly string[],
  { signal, report }: { readonly signal: AbortSignal; readonly report: (progress: ImportProgress) => void }
): Promise<ReadFiles> {
  const taken = map.files.flatMap((part) =>
    names.filter((name) => partFor(map, name) === part).map((file) => ({ file, part }))
  )
  if (taken.length === 0)
    throw new OperatorError(
      `The map ${map.name} reads no file of ${folder}: it has ${map.files.map(({ name }) => name).join(', ')}.`
    )
  const sizes = await Promise.all(taken.map(async ({ file }) => (await stat(join(folder, file))).size))
  const bytesTotal = sizes.reduce((sum, size) => sum + size, 0)
  let bytesRead = 0
  const mapped = await MappedFolder.create()
  try {
    const sources: ForeignResult[] = []
    for (const { file, part } of taken) {
      signal.throwIfAborted()
      try {
        const progress: ReadProgress = {
          onBytes: (count) => (bytesRead += count),
          onRows: (rowsRead, rowsRefused) => report({ file, bytesRead, bytesTotal, rowsRead, rowsRefused })
        }
        sources.push(await mapFile(join(folder, file), file, part, mapped, progress))
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error
        throw new OperatorError(`${file}: ${error.message}`, { cause: error })
      }
    }
    await mapped.flush(0)
    const isOther = (name: string) => !partFor(map, name) && join(folder, name) !== map.path
    return { mapped, sources, notTaken: names.filter(isOther) }
  } catch (error) {
    await mapped.remove()
    throw error
  }
}

import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ImportResourceName,
  importResourceNames,
  isImportResource
} from '@customer-center/contract/import/resources'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorMessage } from '../../platform/database/errors.ts'
import { withoutHashes } from '../../platform/lib/hashes.ts'
import type { ImportProgress } from '../../records/importing/import.ts'
import type { FileFaults } from '../../records/importing/read/csv-file.ts'
import { withheldSentence } from '../../records/importing/write/check-losses.ts'
import type { MappedFile, SourceCells } from './import-map.ts'
import { type LoadedMap, partFor } from './load-map.ts'
import { MappedFolder } from './mapped-folder.ts'
import { openForeign } from './open-foreign.ts'

/** If a map returns the value of a condition instead of a row, the row is left out. */
const isNoRow = (row: unknown): row is undefined | null | false => row === undefined || row === null || row === false

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
      if (isNoRow(row)) return []
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
  /** The first 20 lines of refused rows at most. */
  readonly refusedLines: readonly number[]
  /** The resources of its rows. */
  readonly resources: readonly ImportResourceName[]
}

const maxReasons = 20

/**
 * Returns by resource why its full set removes nothing: nobody knows which rows a refused one would have become, so the
 * set may lack them. `docs/decisions/0177-what-an-unreadable-row-withholds.md`
 */
export function withheldBy(
  { isJoining }: Pick<LoadedMap, 'isJoining'>,
  sources: readonly ForeignResult[]
): Partial<Record<ImportResourceName, string>> {
  const lost = sources.flatMap((source, index) => {
    if (source.refused === 0) return []
    const reached = isJoining ? sources.slice(index) : [source]
    const resources = reached.flatMap((one) => one.resources)
    const place = `${source.file} line ${source.refusedLines.join(', ')}`
    const more = source.refused - source.refusedLines.length
    const isOfAny = source.resources.length === 0
    return [
      { place: `${place}${more > 0 ? ` and ${more} more` : ''}`, reaches: isOfAny ? importResourceNames : resources }
    ]
  })
  const entries = importResourceNames.flatMap((resource) => {
    const places = lost.flatMap(({ place, reaches }) => (reaches.includes(resource) ? [place] : []))
    return places.length === 0 ? [] : [[resource, withheldSentence('rows of this set could not be read', places, 0)]]
  })
  return Object.fromEntries(entries) as Partial<Record<ImportResourceName, string>>
}

/** Reads a foreign file, beside which the numbers and reasons of refused rows are written; it has the rows themselves. */
async function mapFile(
  path: string,
  file: string,
  part: MappedFile,
  mapped: MappedFolder,
  onBytes: (count: number) => void,
  onRows: (read: number, refused: number) => void
): Promise<ForeignResult> {
  const { rows, toCells, separator, encoding, faults } = await openForeign(path, part, onBytes)
  const reading = { $decimals: part.decimals, $dates: part.dates }
  const reasons = new Map<string, ForeignReason>()
  const refused: string[] = []
  const refusedLines: number[] = []
  const resources = new Set<ImportResourceName>()
  let read = 0
  let repeated = 0
  for await (const some of rows) {
    for (const row of some) {
      read += 1
      const { line } = row
      const place = { $file: file, $line: line }
      try {
        for (const [resource, one] of mapRow(part, toCells(row), { file, line })) {
          resources.add(resource)
          if (!mapped.add(resource, { ...reading, ...one }, place)) repeated += 1
        }
      } catch (error) {
        const sentence = withoutHashes(errorMessage(error))
        refused.push(`line ${line}: ${sentence}\n`)
        if (refusedLines.length < maxReasons) refusedLines.push(line)
        const known = reasons.get(sentence) ?? { sentence, line, count: 0 }
        reasons.set(sentence, { ...known, count: known.count + 1 })
      }
    }
    await mapped.flush()
    onRows(read, refused.length)
  }
  const beside = `${path}.refused.txt`
  await rm(beside, { force: true })
  if (refused.length > 0) await writeFile(beside, refused.join(''), { mode: 0o600 })
  const shown = [...reasons.values()].toSorted((a, b) => b.count - a.count).slice(0, maxReasons)
  const counts = { read, refused: refused.length, repeated, ...faults() }
  return { file, encoding: encoding(), separator, ...counts, reasons: shown, refusedLines, resources: [...resources] }
}

/**
 * Reads foreign files in the order of a map, and writes the rows that the map makes into a temporary folder.
 * @param report called with the progress of the reading, which comes before that of the import
 * @returns that folder, the results, and the names of files that no part of the map reads
 * @throws OperatorError if a file is unreadable, or if no file matches a part of the map
 */
export async function readForeign(
  map: LoadedMap,
  folder: string,
  names: readonly string[],
  { signal, report }: { readonly signal: AbortSignal; readonly report: (progress: ImportProgress) => void }
) {
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
        const onBytes = (count: number) => (bytesRead += count)
        const onRows = (rowsRead: number, rowsRefused: number) =>
          report({ file, bytesRead, bytesTotal, rowsRead, rowsRefused })
        sources.push(await mapFile(join(folder, file), file, part, mapped, onBytes, onRows))
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

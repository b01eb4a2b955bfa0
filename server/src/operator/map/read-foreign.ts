import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ImportField } from '@customer-center/contract/import-field'
import { importResource, type ImportResourceName, isImportResource } from '@customer-center/contract/import/resources'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorMessage } from '../../platform/database/errors.ts'
import { withoutHashes } from '../../platform/lib/hashes.ts'
import type { ImportProgress } from '../../records/importing/import.ts'
import { readCell, type RowCells } from '../../records/importing/read/cell-value.ts'
import type { FileFaults } from '../../records/importing/read/csv-file.ts'
import type { MappedFile, SourceCells } from './import-map.ts'
import { type LoadedMap, partFor } from './load-map.ts'
import { openForeign } from './open-foreign.ts'
import { type MappedRow, Spool } from './spool.ts'

/** Numbers that a map has computed are not cells, but members such as keys are texts. */
const asText = (value: unknown, { kind }: ImportField): unknown =>
  typeof value === 'number' && (kind === 'text' || kind === 'reference') ? String(value) : value

/** If a map returns the value of a condition instead of a row, the row is left out. */
const isLeftOut = (row: unknown): row is undefined | null | false => row === undefined || row === null || row === false

function readMembers(resource: ImportResourceName, row: object, part: MappedFile): MappedRow {
  if (typeof row !== 'object') throw new Error(`${resource} is no row, but ${JSON.stringify(row)}.`)
  const { fields } = importResource(resource)
  const read: RowCells = { value: {} }
  for (const [name, given] of Object.entries(row) as [string, unknown][]) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field) throw new Error(`${resource} has no column ${name}.`)
    if (given === undefined) continue
    if (Number.isNaN(given)) throw new Error(`${name} of ${resource} is not a number.`)
    if (typeof given === 'string') readCell(read, name, field, given, part)
    else if (given !== null || !field.notNull) read.value[name] = asText(given, field)
  }
  return { resource, ...read }
}

/** @throws the errors of the map */
function mapRow(part: MappedFile, cells: SourceCells, from: { file: string; line: number }): MappedRow[] {
  const made = part.rows(cells, from) ?? {}
  if (made instanceof Promise) throw new Error('rows is async: it has to return its rows, not to promise them.')
  return Object.entries(made).flatMap(([resource, given]): MappedRow[] => {
    if (!isImportResource(resource)) throw new Error(`There is no resource ${resource}.`)
    return [given].flat().flatMap((row) => (isLeftOut(row) ? [] : [readMembers(resource, row, part)]))
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
  readonly separator: string
  readonly read: number
  readonly refused: number
  /** The first 20 reasons at most. */
  readonly reasons: readonly ForeignReason[]
}

/** Foreign files whose rows are in a spool. */
export interface MappedFolder {
  readonly spool: Spool
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

async function spoolFile(
  path: string,
  { file, index }: { readonly file: string; readonly index: number },
  part: MappedFile,
  spool: Spool,
  { onBytes, onRows }: ReadProgress
): Promise<ForeignResult> {
  const { rows, separator, encoding, faults } = await openForeign(path, part, onBytes)
  const refused: Refusal[] = []
  let read = 0
  for await (const some of rows) {
    for (const row of some) {
      read += 1
      const { line } = row
      let mapped: readonly MappedRow[] = []
      try {
        if ('refusal' in row) refused.push({ line, sentence: row.refusal })
        else mapped = mapRow(part, row.cells, { file, line })
      } catch (error) {
        refused.push({ line, sentence: withoutHashes(errorMessage(error)) })
      }
      for (const one of mapped) spool.add(one, { file: index, line })
    }
    await spool.flush()
    onRows(read, refused.length)
  }
  await writeReasons(path, refused)
  const reasons = new Map<string, ForeignReason>()
  for (const { line, sentence } of refused) {
    const known = reasons.get(sentence)
    reasons.set(sentence, known ? { ...known, count: known.count + 1 } : { sentence, line, count: 1 })
  }
  const shown = [...reasons.values()].toSorted((a, b) => b.count - a.count).slice(0, mostReasons)
  const counts = { read, refused: refused.length, ...faults() }
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
 * Reads foreign files in the order of a map, and spools the rows that the map makes.
 * @param report called with the progress of the reading, which comes before that of the import
 * @throws OperatorError if a file is unreadable, or if no file matches a part of the map
 */
export async function readForeign(
  map: LoadedMap,
  folder: string,
  names: readonly string[],
  { signal, report }: { readonly signal: AbortSignal; readonly report: (progress: ImportProgress) => void }
): Promise<MappedFolder> {
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
  const spool = await Spool.create()
  try {
    const sources: ForeignResult[] = []
    for (const [index, { file, part }] of taken.entries()) {
      signal.throwIfAborted()
      try {
        const progress: ReadProgress = {
          onBytes: (count) => (bytesRead += count),
          onRows: (rowsRead, rowsRefused) => report({ file, bytesRead, bytesTotal, rowsRead, rowsRefused })
        }
        sources.push(await spoolFile(join(folder, file), { file, index }, part, spool, progress))
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error
        throw new OperatorError(`${file}: ${error.message}`, { cause: error })
      }
    }
    await spool.end()
    return { spool, sources, notTaken: names.filter((name) => !partFor(map, name) && join(folder, name) !== map.path) }
  } catch (error) {
    await spool.remove()
    throw error
  }
}

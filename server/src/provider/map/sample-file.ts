import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import iconv from 'iconv-lite'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorCode } from '../../platform/database/errors.ts'
import { delimiters } from '../../platform/importing/read/csv-file.ts'
import { hasHash } from '../../platform/lib/hashes.ts'
import type { MappedFile } from './import-map.ts'
import { openRecords } from './open-foreign.ts'

/** The beginning of a foreign file, and the form in which it was recognised. */
export interface Sample {
  readonly file: string
  readonly form: Pick<MappedFile, 'encoding' | 'separator' | 'skip' | 'columns'>
  /** The names of its columns: those of its head, or by their place. */
  readonly columns: readonly string[]
  readonly hasHead: boolean
  /** At most 1,000 rows. */
  readonly rows: readonly (readonly string[])[]
}

const mostRows = 1000
const sampledBytes = 1_000_000

function countUmlauts(bytes: Buffer, encoding: string): number {
  const letters = iconv.encode('üäöÄÖÜß', encoding)
  return bytes.filter((byte) => letters.includes(byte)).length
}

/** Guesses the encoding; undefined where a file is read in it without being told. */
function encodingOf(bytes: Buffer): string | undefined {
  if (/^(?:fffe|feff)/.test(bytes.toString('hex', 0, 2))) return 'utf-16'
  if (bytes.subarray(0, 100).includes(0)) return bytes[0] === 0 ? 'utf-16be' : 'utf-16le'
  return !isUtf8(bytes) && countUmlauts(bytes, 'cp850') > countUmlauts(bytes, 'win1252') ? 'cp850' : undefined
}

interface SampledRecord {
  readonly line: number
  readonly cells: readonly string[]
}

/** Reads records with a separator, as an import does. @returns those with the number of cells that most have */
async function usualRecords(bytes: Buffer, encoding: string, separator: string): Promise<readonly SampledRecord[]> {
  const byWidth = new Map<number, SampledRecord[]>()
  const { records } = await openRecords(Readable.from([bytes]), { encoding, separator })
  for await (const some of records)
    for (const record of some) {
      if (!('cells' in record)) continue
      const cells = record.cells.map((cell) => cell.trim())
      const alike = byWidth.get(cells.length) ?? []
      byWidth.set(cells.length, alike)
      alike.push({ line: record.line, cells })
    }
  return [...byWidth.values()].reduce((best, one) => (one.length > best.length ? one : best), [])
}

/** Tells whether a record could be a head. A row that was taken for one would be printed. */
const isHead = (cells: readonly string[]): boolean =>
  cells.filter((cell) => cell !== '').length * 2 > cells.length &&
  cells.every((cell) => cell.length <= 40 && !/^\d|@|\d{4}/.test(cell) && !hasHash(cell))

/** Reads the beginning of a foreign file, and recognises its encoding, separator, and head. */
export async function sampleFile(path: string): Promise<Sample> {
  const file = basename(path)
  const read = await buffer(createReadStream(path, { end: sampledBytes - 1 })).catch((error: unknown) => {
    throw new OperatorError(`${file} cannot be read (${errorCode(error)}).`, { cause: error })
  })
  // The last line may be cut.
  const bytes = read.length < sampledBytes ? read : read.subarray(0, read.lastIndexOf(0x0a))
  const encoding = encodingOf(bytes)
  const readIn = encoding ?? (isUtf8(bytes) ? 'utf-8' : 'win1252')
  let [separator, records, most] = [delimiters.semicolon, [] as readonly SampledRecord[], 0]
  for (const one of Object.values(delimiters)) {
    const usual = await usualRecords(bytes, readIn, one)
    const width = usual[0]?.cells.length ?? 0
    const score = width > 1 ? width * usual.length : 1
    if (score > most) [separator, records, most] = [one, usual, score]
  }
  const [{ line, cells: first } = { line: 1, cells: [] }] = records
  const hasHead = isHead(first)
  const isUnique = first.every((name, index) => name === '' || first.indexOf(name) === index)
  const columns = first.map((name, index) =>
    !hasHead ? `Spalte ${index + 1}` : first.indexOf(name) === index || name === '' ? name : `${name} ${index + 1}`
  )
  const above = line - 1 + (hasHead && !isUnique ? 1 : 0)
  const head = hasHead && isUnique ? {} : { columns }
  const form = { ...(encoding && { encoding }), separator, ...(above > 0 && { skip: above }), ...head }
  const rows = records.slice(hasHead ? 1 : 0, mostRows).map(({ cells }) => cells)
  return { file, form, columns, hasHead, rows }
}

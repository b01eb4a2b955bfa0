import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { parse } from 'csv-parse/sync'
import iconv from 'iconv-lite'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorCode } from '../../platform/database/errors.ts'
import { delimiters } from '../../platform/importing/csv-rows.ts'
import { hasHash } from '../../platform/lib/hashes.ts'
import type { MappedFile } from './import-map.ts'

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

// German letters as bytes.
const dosLetters = [...iconv.encode('üäöÄÖÜß', 'cp850')]
const windowsLetters = [...iconv.encode('üäöÄÖÜß', 'win1252')]

/** Guesses the encoding; undefined where a file is read in it without being told. */
function encodingOf(bytes: Buffer): string | undefined {
  if (/^(?:fffe|feff)/.test(bytes.subarray(0, 2).toString('hex'))) return 'utf-16'
  if (bytes.subarray(0, 100).includes(0)) return bytes[0] === 0 ? 'utf-16be' : 'utf-16le'
  if (isUtf8(bytes)) return undefined
  const count = (letters: readonly number[]) => bytes.filter((byte) => letters.includes(byte)).length
  return count(dosLetters) > count(windowsLetters) ? 'cp850' : undefined
}

async function readBeginning(path: string): Promise<Buffer> {
  const file = await open(path).catch((error: unknown) => {
    throw new OperatorError(`${basename(path)} cannot be read (${errorCode(error)}).`, { cause: error })
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampledBytes))
    const bytes = buffer.subarray(0, bytesRead)
    // The last line may be cut.
    return bytesRead < sampledBytes ? bytes : bytes.subarray(0, bytes.lastIndexOf(0x0a))
  } finally {
    await file.close()
  }
}

const recordsOf = (text: string, delimiter: string) =>
  parse(text, { delimiter, relax_quotes: true, relax_column_count: true, to: mostRows + 50 }).map((cells: string[]) =>
    cells.map((cell) => cell.trim())
  )

/** Returns the number of cells that most records have, with how many have it. */
function usualWidth(records: readonly (readonly string[])[]): readonly [width: number, count: number] {
  const counts = new Map<number, number>()
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1)
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])
}

/** Tells whether a record could be a head. A row that was taken for one would be printed. */
const isHead = (cells: readonly string[]): boolean =>
  cells.filter((cell) => cell !== '').length * 2 > cells.length &&
  cells.every((cell) => cell.length <= 40 && !/^\d|@|\d{4}/.test(cell) && !hasHash(cell))

/** Reads the beginning of a foreign file, and recognises its encoding, separator, and head. */
export async function sampleFile(path: string): Promise<Sample> {
  const bytes = await readBeginning(path)
  const encoding = encodingOf(bytes)
  const text = iconv.decode(bytes, encoding ?? (isUtf8(bytes) ? 'utf-8' : 'win1252'))
  const read = Object.values(delimiters).map((separator) => ({ separator, records: recordsOf(text, separator) }))
  const score = ({ records }: (typeof read)[number]) => {
    const [width, count] = usualWidth(records)
    return width > 1 ? width * count : 0
  }
  const { separator, records } = read.reduce((best, one) => (score(one) > score(best) ? one : best))
  const [width] = usualWidth(records)
  const skip = Math.max(
    0,
    records.findIndex(({ length }) => length === width)
  )
  const [first = [], ...rest] = records.slice(skip).filter(({ length }) => length === width)
  const hasHead = isHead(first)
  const isUnique = first.every((name, index) => name === '' || first.indexOf(name) === index)
  const byPlace = first.map((name, index) =>
    !hasHead ? `Spalte ${index + 1}` : first.indexOf(name) === index || name === '' ? name : `${name} ${index + 1}`
  )
  const head = hasHead && isUnique ? {} : { columns: byPlace }
  const above = skip + (hasHead && !isUnique ? 1 : 0)
  const form = { ...(encoding && { encoding }), separator, ...(above > 0 && { skip: above }), ...head }
  return {
    file: basename(path),
    form,
    columns: byPlace,
    hasHead,
    rows: (hasHead ? rest : [first, ...rest]).slice(0, mostRows)
  }
}

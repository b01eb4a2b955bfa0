import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { basename, matchesGlob } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import iconv from 'iconv-lite'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorCode } from '../../platform/database/errors.ts'
import { hasHash } from '../../platform/lib/hashes.ts'
import { csvDelimiters } from '../../records/importing/read/csv-file.ts'
import type { MappedFile } from './import-map.ts'
import { openRecords } from './open-foreign.ts'

/** Beginning of a foreign file, and its detected form. */
export interface Sample {
  readonly file: string
  readonly form: Pick<MappedFile, 'encoding' | 'separator' | 'quotes' | 'skip' | 'footer' | 'columns'>
  /** Names of the columns: those of the header, or their numbers. */
  readonly columns: readonly string[]
  readonly hasHead: boolean
  /** The first 1,000 rows at most. */
  readonly rows: readonly (readonly string[])[]
}

const mostRows = 1000
const sampledBytes = 1_000_000

function countUmlauts(bytes: Buffer, encoding: string): number {
  const letters = iconv.encode('üäöÄÖÜß', encoding)
  return bytes.filter((byte) => letters.includes(byte)).length
}

/** Guesses the encoding; undefined if the default detection is right. */
function encodingOf(bytes: Buffer): string | undefined {
  if (/^(?:fffe|feff)/.test(bytes.toString('hex', 0, 2))) return 'utf-16'
  if (bytes.subarray(0, 100).includes(0)) return bytes[0] === 0 ? 'utf-16be' : 'utf-16le'
  return !isUtf8(bytes) && countUmlauts(bytes, 'cp850') > countUmlauts(bytes, 'win1252') ? 'cp850' : undefined
}

interface SampledRecord {
  readonly line: number
  readonly cells: readonly string[]
}

/** A way to read a file with a separator, with or without quotes. */
interface Reading {
  readonly separator: string
  readonly quotes: boolean
  /** Records with the most frequent number of cells. */
  readonly usual: readonly SampledRecord[]
  /** Number of lines at the end that are not rows, such as `*** Ende`. */
  readonly footer: number
  /** Whether a record was refused. */
  readonly isBroken: boolean
}

/** Tells which records have the usual width: that of most records or, among a few, the greater width. */
function isBetter(one: readonly SampledRecord[], best: readonly SampledRecord[]): boolean {
  const widthOf = ([first]: readonly SampledRecord[]) => first?.cells.length ?? 0
  return one.length > best.length || (one.length === best.length && widthOf(one) > widthOf(best))
}

/** Reads records as an import does. */
async function readAs(bytes: Buffer, encoding: string, separator: string, quotes: boolean): Promise<Reading> {
  const byWidth = new Map<number, SampledRecord[]>()
  const last: (readonly string[])[] = []
  let isBroken = false
  const { records } = await openRecords(Readable.from([bytes]), { encoding, separator, quotes })
  for await (const some of records)
    for (const record of some) {
      if (!('cells' in record)) {
        isBroken = true
        continue
      }
      const cells = record.cells.map((cell) => cell.trim())
      const alike = byWidth.get(cells.length) ?? []
      byWidth.set(cells.length, alike)
      alike.push({ line: record.line, cells })
      if (cells.some((cell) => cell !== '')) last.push(cells)
    }
  const usual = [...byWidth.values()].reduce((best, one) => (isBetter(one, best) ? one : best), [])
  const isRow = (cells: readonly string[]) => cells.filter((cell) => cell !== '').length > 1
  return { separator, quotes, usual, footer: last.length - 1 - last.findLastIndex(isRow), isBroken }
}

/** Finds the separator that gives the most cells, and whether quotes are ordinary characters. */
async function readBest(bytes: Buffer, encoding: string): Promise<Reading> {
  const scoreOf = ({ usual }: Reading) => {
    const width = usual[0]?.cells.length ?? 0
    return width > 1 ? width * usual.length : Math.min(width, 1)
  }
  const readings: Reading[] = []
  for (const separator of Object.values(csvDelimiters)) {
    const quoted = await readAs(bytes, encoding, separator, true)
    readings.push(quoted)
    if (quoted.isBroken) readings.push(await readAs(bytes, encoding, separator, false))
  }
  return readings.reduce((best, one) => (scoreOf(one) > scoreOf(best) ? one : best))
}

/** Tells whether a record could be a header. A row that is mistaken for a header would be printed. */
const isHead = (cells: readonly string[]): boolean =>
  cells.filter((cell) => cell !== '').length * 2 > cells.length &&
  cells.every((cell) => cell.length <= 40 && !/^\d|@|\d{4}/.test(cell) && !hasHash(cell))

/** Counts the records above the header that have a title and otherwise only separators. */
function titlesAbove(records: readonly SampledRecord[]): number {
  const count = records.slice(0, 10).findIndex(({ cells }) => isHead(cells))
  const isTitle = ({ cells }: SampledRecord) => cells.filter((cell) => cell !== '').length * 2 <= cells.length
  return count > 0 && records.slice(0, count).every(isTitle) ? count : 0
}

/**
 * Reads the beginning of a foreign file, and detects its encoding, separator and header.
 * @param mayHaveHead whether a first line that looks like a header is one
 */
export async function sampleFile(path: string, mayHaveHead = true): Promise<Sample> {
  const file = basename(path)
  const read = await buffer(createReadStream(path, { end: sampledBytes - 1 })).catch((error: unknown) => {
    throw new OperatorError(`${file} cannot be read (${errorCode(error)}).`, { cause: error })
  })
  // The last line may be cut.
  const bytes = read.length < sampledBytes ? read : read.subarray(0, read.lastIndexOf(0x0a))
  const encoding = encodingOf(bytes)
  const readIn = encoding ?? (isUtf8(bytes) ? 'utf-8' : 'win1252')
  const { separator, quotes, usual, footer } = await readBest(bytes, readIn)
  const records = usual.slice(titlesAbove(usual))
  const [{ line, cells: first } = { line: 1, cells: [] }] = records
  const hasHead = mayHaveHead && isHead(first)
  const isUnique = first.every((name, index) => name === '' || first.indexOf(name) === index)
  const columns = first.map((name, index) =>
    !hasHead ? `Spalte ${index + 1}` : first.indexOf(name) === index || name === '' ? name : `${name} ${index + 1}`
  )
  const above = line - 1 + (hasHead && !isUnique ? 1 : 0)
  const head = hasHead && isUnique ? {} : { columns }
  const form = {
    ...(encoding && { encoding }),
    separator,
    ...(!quotes && { quotes }),
    ...(above > 0 && { skip: above }),
    // The footer of a file that was not read to its end is unknown.
    ...(footer > 0 && read.length < sampledBytes && { footer }),
    ...head
  }
  const rows = records.slice(hasHead ? 1 : 0, mostRows).map(({ cells }) => cells)
  return { file, form, columns, hasHead, rows }
}

/** Returns the pattern of two names: `DEBI_*.CSV`. */
function patternOf(one: string, other: string): string {
  let before = 0
  while (before < one.length && one[before] === other[before]) before += 1
  let behind = 0
  const most = Math.min(one.length, other.length) - before
  while (behind < most && one.at(-1 - behind) === other.at(-1 - behind)) behind += 1
  return `${one
    .slice(0, before)
    .split('*', 1)[0]
    ?.replace(/(?<!\d)\d+$/, '')}*${one.slice(one.length - behind)}`
}

/**
 * Merges samples of files with the same header and a common beginning of their names, so that a map has one part for
 * them.
 */
export function mergeAlike(samples: readonly Sample[], names: readonly string[]): Sample[] {
  const merged: { sample: Sample }[] = []
  for (const sample of samples) {
    const formOf = ({ columns, hasHead, form: { encoding, separator, skip } }: Sample) =>
      JSON.stringify([columns, hasHead, encoding, separator, skip])
    const alike = merged.find(({ sample: other }) => {
      const pattern = patternOf(other.file, sample.file).toLowerCase()
      const isOnly = names.every(
        (name) =>
          !matchesGlob(name.toLowerCase(), pattern) ||
          samples.some((one) => one.file === name && formOf(one) === formOf(sample))
      )
      return sample.hasHead && formOf(other) === formOf(sample) && pattern.indexOf('*') > 2 && isOnly
    })
    if (!alike) merged.push({ sample })
    else {
      const { footer, ...form } = alike.sample.form
      alike.sample = {
        ...alike.sample,
        file: patternOf(alike.sample.file, sample.file),
        form: {
          ...form,
          ...(sample.form.quotes === false && { quotes: false }),
          ...(footer !== undefined && footer === sample.form.footer && { footer })
        },
        rows: [...alike.sample.rows, ...sample.rows]
      }
    }
  }
  return merged.map(({ sample }) => sample)
}

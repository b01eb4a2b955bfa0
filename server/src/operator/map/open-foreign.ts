import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import iconv from 'iconv-lite'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { type FileFaults, openCsv, readRowLines, RowWidth } from '../../records/importing/read/csv-file.ts'
import type { CsvRecord } from '../../records/importing/read/csv-records.ts'
import { createDecoder, type Decoder, foreignLines, type Line } from '../../records/importing/read/read-lines.ts'
import {
  checkText,
  countBytes,
  largestFile,
  lookedAt,
  openBytes,
  peekBytes,
  withFirst
} from '../../records/importing/read/source-bytes.ts'
import type { MappedFile, SourceCells } from './import-map.ts'

/** A row of a foreign file, or the reason why it is unreadable. */
type ForeignRow = { readonly line: number } & ({ readonly cells: SourceCells } | { readonly refusal: string })

/** The form of a foreign file, as its map says it. */
type ForeignForm = Omit<MappedFile, 'rows' | 'name'>

interface ForeignFile {
  /** Null for a file of fixed width. */
  readonly separator: string | null
  /** The encoding, known at the end. */
  readonly encoding: () => string
  /** Faults that refuse no row; known at the end. */
  readonly faults: () => FileFaults
  readonly rows: AsyncGenerator<readonly ForeignRow[]>
}

const unreadable = '\uFFFD'

async function* transcode(bytes: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = iconv.getDecoder(encoding)
  for await (const chunk of bytes) yield Buffer.from(decoder.write(chunk))
  yield Buffer.from(decoder.end() ?? '')
}

const unicode = /^(?:utf|ucs|cesu|unicode)/i
const isUtf8Text = (bytes: Buffer) =>
  bytes.toString('hex', 0, 3) === 'efbbbf' || foreignLines(bytes).some((line) => isUtf8(line))

const isUtf16 = (bytes: Buffer) => ['fffe', 'feff'].includes(bytes.toString('hex', 0, 2))

/**
 * Gives rows a prototype that throws for a missing column, so that a wrong name in a map does not produce empty values.
 */
function prototypeOf(columns: readonly string[]): object {
  const asked = new Set<PropertyKey>([...Object.getOwnPropertyNames(Object.prototype), 'toJSON', 'then'])
  return new Proxy(Object.create(null) as object, {
    get(_target, name) {
      if (typeof name === 'symbol' || asked.has(name)) return undefined
      throw new Error(`There is no column ${name}. There are ${columns.filter((column) => column !== '').join(', ')}.`)
    }
  })
}

function namesOf(head: readonly string[]): string[] {
  const names = head.map((cell) => cell.trim())
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) < index)
  if (twice !== undefined)
    throw new OperatorError(`Its head has ${twice} twice: let the map skip the head and name the columns by place.`)
  return names
}

/** Returns a function that turns records into rows; the first record is the header unless the map names the columns. */
function rowMaker(
  given: readonly string[] | undefined,
  width: RowWidth
): (record: CsvRecord) => ForeignRow | undefined {
  let columns = given && namesOf(given)
  let isBegun = false
  let prototype = columns && prototypeOf(columns)
  return (record) => {
    const { line } = record
    if (!('cells' in record)) {
      if (!columns) throw new OperatorError(`The head in line ${line} cannot be read: ${record.refusal}`)
      return { line, refusal: record.refusal }
    }
    const { cells, text } = record
    if (cells.every((cell) => cell.trim() === '')) return undefined
    if (width.isHead(line, text)) return undefined
    if (!isBegun) width.begin(Math.max(cells.length, columns?.length ?? 0), columns ? undefined : text)
    isBegun = true
    if (!columns) {
      columns = namesOf(cells)
      prototype = prototypeOf(columns)
      return undefined
    }
    const refusal = width.check(line, cells, record.isUnended)
    if (refusal !== undefined) return { line, refusal }
    if (text.includes(unreadable)) return { line, refusal: 'It has characters that its encoding lacks.' }
    const named: Record<string, string> = {}
    for (const [index, name] of columns.entries()) if (name !== '') named[name] = (cells[index] ?? '').trim()
    return { line, cells: { __proto__: prototype, ...named } as unknown as SourceCells }
  }
}

type Positions = NonNullable<MappedFile['positions']>

const inOrder = (positions: Positions) => Object.entries(positions).toSorted(([, a], [, b]) => a[0] - b[0])

/** @throws OperatorError for a file whose rows have no line of their own: only the first one would be read */
function checkLines(first: Buffer, positions: Positions): void {
  checkText(first)
  const width = Math.max(...Object.values(positions).map(([, last]) => last))
  if (!first.includes('\n') && first.toString().length >= 2 * width)
    throw new OperatorError('The file has no line ends: write each row on a line of its own.')
}

/**
 * Cuts the lines of a file of fixed width into cells. Programs leave out blanks at the end of a line, so a record has
 * the columns that its line reaches.
 */
async function* fixedRecords(
  lines: AsyncIterable<Line[]>,
  decoder: Decoder,
  positions: Positions
): AsyncGenerator<CsvRecord[]> {
  const columns = inOrder(positions).map(([, range]) => range)
  const least = columns.at(-1)?.[0] ?? 0
  const cut = ({ line, bytes, isTooLong, isUnended }: Line): CsvRecord => {
    const text = decoder.decode(bytes)
    if (isTooLong || text === undefined) return { line, text: '', refusal: 'It is too long, or no valid UTF-8.' }
    if (isUnended && text.length < least) return { line, text, refusal: 'The file breaks off within the row.' }
    const reached = columns.filter(([first]) => first <= text.length)
    return { line, text, cells: reached.map(([first, last]) => text.slice(first - 1, last)) }
  }
  for await (const some of lines) yield some.filter(({ bytes }) => bytes.length > 0).map(cut)
}

/** Opens the records of a foreign file according to its map, with a few lines in memory. */
async function openRecords(source: AsyncIterable<Uint8Array>, { encoding: told, positions, ...form }: ForeignForm) {
  let named = told
  async function* decoded(read: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { first, rest } = await peekBytes(read, lookedAt)
    if (isUtf16(first)) named ??= 'utf-16'
    if (named !== undefined && !unicode.test(named) && isUtf8Text(first)) {
      await rest.return?.()
      throw new OperatorError(`The file is UTF-8, and the map says ${named}.`)
    }
    const all = withFirst(first, rest)
    yield* named === undefined || /^utf-?8$/i.test(named) ? all : transcode(all, named)
  }
  const opened = await openBytes(source, largestFile, { transcode: decoded })
  const { bytes, first, hasMark } = opened
  if (!positions) {
    const { encoding, separator, records } = openCsv(opened, form, named !== undefined)
    return { separator, records, encoding: () => named ?? encoding() }
  }
  checkLines(first, positions)
  const decoder = createDecoder(first, hasMark || named !== undefined)
  const records = fixedRecords(readRowLines(bytes, form), decoder, positions)
  return { separator: null, records, encoding: () => named ?? decoder.encoding() }
}

/**
 * Opens a foreign file, and yields its rows by the columns of its map.
 * @throws OperatorError, here or during the reading
 */
export async function openForeign(
  path: string,
  part: ForeignForm,
  onBytes: (count: number) => void
): Promise<ForeignFile> {
  const { separator, encoding, records } = await openRecords(countBytes(createReadStream(path), onBytes), part)
  const width = new RowWidth()
  const toRow = rowMaker(part.positions ? inOrder(part.positions).map(([name]) => name) : part.columns, width)
  async function* rows() {
    for await (const some of records) yield some.map(toRow).filter((row) => row !== undefined)
  }
  return { separator, encoding, faults: () => width.faults, rows: rows() }
}

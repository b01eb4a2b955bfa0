import { isAscii } from 'node:buffer'
import { OperatorError } from '../../../platform/config/operator-error.ts'
import { withoutHashes } from '../../../platform/lib/hashes.ts'
import type { SourceRow } from '../rows.ts'
import type { CellField } from './cell-value.ts'
import { type CsvFile, type FileFaults, RowWidth, csvDelimiters, openCsv } from './csv-file.ts'
import type { CsvRecord } from './csv-records.ts'
import { readCells, readMapped } from './read-cells.ts'
import { type Decoder, type Encoding, type Line, createDecoder, readLines } from './read-lines.ts'
import { largestFile, openBytes } from './source-bytes.ts'
import { withoutSecretCells, hasSecret, withoutSecretMembers } from './without-secrets.ts'

/** Name and kind of a column; undefined for a column without a name in a spreadsheet. */
type Column = readonly [name: string, field: CellField] | undefined

function readHeader(cells: readonly string[], fields: Readonly<Record<string, CellField>>): Column[] {
  const names = cells.map((cell) => cell.trim())
  for (const [index, name] of names.entries()) {
    if (name === '') continue
    if (!Object.hasOwn(fields, name))
      throw new OperatorError(
        `The column "${withoutHashes(name).slice(0, 100)}" is unknown. Known are ${Object.keys(fields).join(', ')}.`
      )
    if (names.indexOf(name) < index) throw new OperatorError(`The column ${name} is there twice.`)
  }
  if (names.every((name) => name === '')) throw new OperatorError('The first line names no columns.')
  return names.map((name) => (name === '' ? undefined : [name, fields[name]!]))
}

function readRow(
  record: CsvRecord,
  columns: readonly Column[],
  width: RowWidth,
  fields: Readonly<Record<string, CellField>>
): SourceRow | undefined {
  if (!('cells' in record)) return record
  const { line, text, cells, isUnended } = record
  // A spreadsheet writes empty rows as separators alone.
  if (cells.every((cell) => cell === '') || width.isHead(line, text)) return undefined
  const refuse = (refusal: string) => ({ line, text, refusal })
  const refusal = width.check(line, cells, isUnended)
  if (refusal !== undefined) return refuse(refusal)
  const unnamed = columns.findIndex((column, index) => !column && (cells[index] ?? '') !== '')
  if (unnamed >= 0) return refuse(`The cell ${unnamed + 1} is in a column without a name.`)
  const named: [string, string][] = []
  for (const [index, column] of columns.entries()) if (column) named.push([column[0], cells[index] ?? ''])
  return { line, text, ...readCells(named, fields) }
}

/** Yields the rows of a CSV file; its first record names the columns. */
async function* csvRows(
  { records, separator }: CsvFile,
  fields: Readonly<Record<string, CellField>>,
  width: RowWidth
): AsyncGenerator<SourceRow> {
  let columns: Column[] | undefined
  let hides = false
  const isSecret = (index: number) => columns?.[index]?.[1].secret === true
  for await (const some of records)
    for (const record of some) {
      if (!columns) {
        if (!('cells' in record)) throw new OperatorError(`The first line names no columns. ${record.refusal}`)
        columns = readHeader(record.cells, fields)
        hides = columns.some((_, index) => isSecret(index))
        width.begin(columns.length, record.text, (index) => columns?.[index]?.[1].required === true || isSecret(index))
        continue
      }
      const row = readRow(record, columns, width, fields)
      if (!row) continue
      const cells = 'cells' in record ? record.cells : []
      yield hides ? withoutSecretCells(row, cells, isSecret, separator) : row
    }
}

type RowFormat = 'ndjson' | 'csv'

export interface OpenedRows {
  readonly format: RowFormat
  /** Name of CSV's delimiter; an unusual delimiter is its own name. */
  readonly delimiter?: string
  readonly isPacked: boolean
  /** The line of a CSV file that names its columns; null for NDJSON. */
  readonly header: string | null
  /** Returns the encoding, which is known only at the end: up to the first umlaut all encodings are the same. */
  readonly encoding: () => Encoding
  /** Faults of a CSV file that refuse no row; known at the end. */
  readonly faults?: () => FileFaults
  /** The rows, to be read once, or closed. */
  readonly rows: AsyncGenerator<SourceRow>
}

export interface OpenRowsOptions {
  /** The columns that a CSV file may have. */
  readonly fields: Readonly<Record<string, CellField>>
  /** Default: NDJSON where the file begins with a brace. */
  readonly format?: RowFormat
  /** Limit of the unpacked file; default: 100 GB. */
  readonly maxBytes?: number
  /** Ends the reading even if only blank lines arrive, which never fill a batch. */
  readonly signal?: AbortSignal
}

function readLine({ line, bytes, isTooLong }: Line, decoder: Decoder): SourceRow | undefined {
  const text = decoder.decode(bytes)
  if (isTooLong) return { line, text: text ?? bytes.toString(), refusal: 'The line is too long.' }
  if (text === undefined) return { line, text: bytes.toString(), refusal: 'The line is not valid UTF-8.' }
  if (text.trim() === '') return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { line, text, value: value as Readonly<Record<string, unknown>> }
  } catch {
    return { line, text, refusal: 'The line is not JSON.' }
  }
  return { line, text, refusal: 'The line is no JSON object.' }
}

async function* ndjsonRows(
  lines: AsyncIterable<Line[]>,
  decoder: Decoder,
  fields: OpenRowsOptions['fields']
): AsyncGenerator<SourceRow> {
  const hides = hasSecret(fields)
  for await (const some of lines) {
    for (const line of some) {
      const row = readLine(line, decoder)
      if (row) yield readMapped(hides ? withoutSecretMembers(row, fields) : row, fields)
    }
  }
}

/**
 * Reads a whole CSV file to check its characters, so that a wrong character at its end stops an import before anything
 * is stored. A UTF-8 file is recognised at its first umlaut.
 * @throws OperatorError
 */
export async function checkEncoding(source: AsyncIterable<Uint8Array>): Promise<void> {
  const { bytes, hasMark, first } = await openBytes(source, largestFile)
  const decoder = createDecoder(first, hasMark)
  for await (const lines of readLines(bytes))
    for (const line of lines) {
      if (isAscii(line.bytes)) continue
      decoder.decode(line.bytes)
      if (decoder.encoding() === 'utf-8') return
    }
}

/**
 * Opens rows of NDJSON or CSV, optionally compressed with gzip, with a few lines in memory. CSV may come from any
 * Excel: with semicolons, commas or tabs, in UTF-8 or Windows-1252, with decimal commas and German dates. A broken line
 * becomes a row with a refusal and does not end the reading.
 * @throws OperatorError, here or during the reading, for an unreadable file: UTF-16, damaged gzip, an unknown column
 */
export async function openRows(
  source: AsyncIterable<Uint8Array>,
  { fields, format: given, maxBytes = largestFile, signal }: OpenRowsOptions
): Promise<OpenedRows> {
  const bytes = await openBytes(source, maxBytes, { signal })
  const { isPacked } = bytes
  const format = given ?? (bytes.first.toString('latin1').trimStart().startsWith('{') ? 'ndjson' : 'csv')
  if (format === 'ndjson') {
    // JSON is UTF-8 (RFC 8259).
    const decoder = createDecoder(bytes.first, true)
    const rows = ndjsonRows(readLines(bytes.bytes), decoder, fields)
    return { format, isPacked, encoding: decoder.encoding, header: null, rows }
  }
  const file = openCsv(bytes)
  const { header, encoding, separator } = file
  if (header.includes('\0')) throw new OperatorError('The first line names no columns: it holds a null character.')
  const [delimiter] = Object.entries(csvDelimiters).find(([, mark]) => mark === separator) ?? [separator]
  const width = new RowWidth()
  return {
    format,
    isPacked,
    encoding,
    header,
    delimiter,
    faults: () => width.faults,
    rows: csvRows(file, fields, width)
  }
}

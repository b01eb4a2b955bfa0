import { isAscii } from 'node:buffer'
import { stringify } from 'csv-stringify/sync'
import { OperatorError } from '../../../platform/config/operator-error.ts'
import { withoutHashes } from '../../../platform/lib/hashes.ts'
import type { SourceRow } from '../rows.ts'
import type { CellField } from './cell-value.ts'
import { type CsvFile, type FileFaults, csvSeparators, openCsv, readTable } from './csv-file.ts'
import type { CsvRecord } from './csv-records.ts'
import { readCells, readMapped } from './read-cells.ts'
import { type Decoder, type Line, createDecoder, readLines } from './read-lines.ts'
import { openBytes } from './source-bytes.ts'
import { hasSecret, shownMembers, withoutSecrets } from './without-secrets.ts'

type Fields = Readonly<Record<string, CellField>>

/** Returns the names of the columns; a spreadsheet may have columns with an empty one. */
function readHeader(cells: readonly string[], fields: Fields): string[] {
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
  return names
}

/** Reads the rows of a CSV file; its first record names the columns. */
function csvRows({ records, separator }: CsvFile, fields: Fields): Required<Pick<OpenedRows, 'rows' | 'faults'>> {
  let names: readonly string[] = []
  const isSecret = (index: number) => fields[names[index] ?? '']?.secret === true
  const { rows, faults } = readTable(records, {
    readHead(record) {
      if (!('cells' in record)) throw new OperatorError(`The first line names no columns. ${record.refusal}`)
      names = readHeader(record.cells, fields)
      return (index) => fields[names[index] ?? '']?.required === true || isSecret(index)
    }
  })
  function readRow(record: CsvRecord): SourceRow {
    if (!('cells' in record)) return record
    const { line, text, cells } = record
    const named: [string, string][] = []
    for (const [index, name] of names.entries()) {
      const cell = cells[index] ?? ''
      if (name !== '') named.push([name, cell])
      else if (cell !== '') return { line, text, refusal: `The cell ${index + 1} is in a column without a name.` }
    }
    return { line, text, ...readCells(named, fields) }
  }
  const shownText = (record: CsvRecord) => {
    const cells = 'cells' in record ? record.cells.map((cell, index) => (isSecret(index) ? '' : cell)) : []
    return stringify([cells], { delimiter: separator, eof: false })
  }
  async function* sourceRows(): AsyncGenerator<SourceRow> {
    for await (const some of rows) {
      const hides = names.some((_, index) => isSecret(index))
      for (const record of some) {
        const row = readRow(record)
        yield hides ? withoutSecrets(row, () => shownText(record)) : row
      }
    }
  }
  return { faults, rows: sourceRows() }
}

type RowFormat = 'ndjson' | 'csv'

export interface OpenedRows {
  readonly format: RowFormat
  /** Name of CSV's separator; an unusual one is its own name. */
  readonly separator?: string
  readonly isPacked: boolean
  /** The line of a CSV file that names its columns; null for NDJSON. */
  readonly header: string | null
  readonly encoding: Decoder['encoding']
  /** Faults of a CSV file that refuse no row; known at the end. */
  readonly faults?: () => FileFaults
  /** The rows, to be read once, or closed. */
  readonly rows: AsyncGenerator<SourceRow>
}

export interface OpenRowsOptions {
  /** The columns that a CSV file may have. */
  readonly fields: Fields
  /** Default: NDJSON where the file begins with a brace. */
  readonly format?: RowFormat
  /** Limit of the unpacked file. */
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

async function* ndjsonRows(lines: AsyncIterable<Line[]>, decoder: Decoder, fields: Fields): AsyncGenerator<SourceRow> {
  const hides = hasSecret(fields)
  for await (const some of lines) {
    for (const line of some) {
      const row = readLine(line, decoder)
      if (row) yield readMapped(hides ? withoutSecrets(row, () => shownMembers(row, fields)) : row, fields)
    }
  }
}

/**
 * Reads a whole CSV file to check its characters, so that a wrong character at its end stops an import before anything
 * is stored. A UTF-8 file is recognised at its first umlaut.
 * @throws OperatorError
 */
export async function checkEncoding(source: AsyncIterable<Buffer>): Promise<void> {
  const { bytes, decoder } = await openBytes(source)
  for await (const lines of readLines(bytes))
    for (const line of lines) {
      if (isAscii(line.bytes)) continue
      decoder.decode(line.bytes)
      if (decoder.encoding() !== 'windows-1252') return
    }
}

/**
 * Opens rows of NDJSON or CSV, optionally compressed with gzip, with a few lines in memory. CSV may come from any
 * Excel: with semicolons, commas or tabs, in UTF-8, UTF-16 or Windows-1252, with decimal commas and German dates. A broken line
 * becomes a row with a refusal and does not end the reading.
 * @throws OperatorError, here or during the reading, for an unreadable file: damaged gzip, an unknown column
 */
export async function openRows(
  source: AsyncIterable<Buffer>,
  { fields, format: given, ...limits }: OpenRowsOptions
): Promise<OpenedRows> {
  const bytes = await openBytes(source, limits)
  const { isPacked } = bytes
  const format = given ?? (bytes.first.toString('latin1').trimStart().startsWith('{') ? 'ndjson' : 'csv')
  if (format === 'ndjson') {
    // JSON is UTF-8 (RFC 8259).
    const decoder = createDecoder(bytes.first, 'utf-8')
    const rows = ndjsonRows(readLines(bytes.bytes), decoder, fields)
    return { format, isPacked, encoding: decoder.encoding, header: null, rows }
  }
  const file = openCsv(bytes)
  const { header, separator: sign } = file
  if (header.includes('\0')) throw new OperatorError('The first line names no columns: it holds a null character.')
  const [separator] = Object.entries(csvSeparators).find(([, mark]) => mark === sign) ?? [sign]
  return { format, isPacked, encoding: bytes.decoder.encoding, header, separator, ...csvRows(file, fields) }
}

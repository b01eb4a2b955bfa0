import { OperatorError } from '../config/operator-error.ts'
import { CellFault, type CellField, cellValue } from './cell-value.ts'
import { type CsvRecord, CsvRecords } from './csv-records.ts'
import type { Decoder } from './decoder.ts'
import { withoutHashes } from '../lib/hashes.ts'
import type { Line } from './read-lines.ts'
import { withoutSecretCells } from './without-secrets.ts'
import type { SourceRow } from './import.ts'

export const delimiters = { semicolon: ';', comma: ',', tab: '\t', bar: '|' } as const
export type DelimiterName = keyof typeof delimiters

/** The name of a column, and how its cells are read; undefined where a spreadsheet left a column without a name. */
type Column = readonly [name: string, field: CellField] | undefined

const quoted = /"[^"]*"/g

/** Detects the delimiter between the names of the header; a file of one column has none. */
export function detectDelimiter(header: string): DelimiterName {
  const bare = header.replace(quoted, '')
  const count = (name: DelimiterName) => bare.split(delimiters[name]).length
  const names = Object.keys(delimiters) as DelimiterName[]
  return names.reduce((best, name) => (count(name) > count(best) ? name : best))
}

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

function readRow(record: CsvRecord, columns: readonly Column[]): SourceRow | undefined {
  if (!('cells' in record)) return record
  const { line, text, cells } = record
  // A spreadsheet writes rows without any content as separators alone.
  if (cells.every((cell) => cell === '')) return undefined
  const refuse = (refusal: string) => ({ line, text, refusal })
  if (cells.length !== columns.length) return refuse(`The row has ${cells.length} cells instead of ${columns.length}.`)
  const value: Record<string, unknown> = {}
  let faults: Record<string, string> | undefined
  for (const [index, column] of columns.entries()) {
    const cell = cells[index]!
    if (column) {
      const [name, field] = column
      const read = cellValue(field, cell)
      if (read instanceof CellFault) {
        value[name] = cell
        faults = { ...faults, [name]: read.problem }
      } else if (read !== null || !field.filled) value[name] = read
    } else if (cell !== '') return refuse(`The cell ${index + 1} is in a column without a name.`)
  }
  return { line, text, value, ...(faults && { faults }) }
}

/** Yields the rows of a CSV file; its first record names the columns. */
export async function* csvRows(
  lines: AsyncIterable<Line[]>,
  decoder: Decoder,
  delimiter: DelimiterName,
  maxRecordBytes: number,
  fields: Readonly<Record<string, CellField>>
): AsyncGenerator<SourceRow> {
  const records = new CsvRecords(decoder, delimiters[delimiter], maxRecordBytes)
  let columns: Column[] | undefined
  let hides = false
  const isSecret = (index: number) => columns?.[index]?.[1].secret === true
  function* rowsOf(read: readonly CsvRecord[]): Generator<SourceRow> {
    for (const record of read) {
      if (!columns) {
        if (!('cells' in record)) throw new OperatorError(`The first line names no columns. ${record.refusal}`)
        columns = readHeader(record.cells, fields)
        hides = columns.some((_, index) => isSecret(index))
        continue
      }
      const row = readRow(record, columns)
      if (!row) continue
      const cells = 'cells' in record ? record.cells : []
      yield hides ? withoutSecretCells(row, cells, isSecret, delimiters[delimiter]) : row
    }
  }
  for await (const some of lines) {
    // Excel writes and reads a first line that names the separator.
    const isMarked = some[0]?.line === 1 && /^sep=.$/i.test(some[0].bytes.toString('latin1'))
    yield* rowsOf(records.read(isMarked ? some.slice(1) : some))
  }
  yield* rowsOf(records.end())
}

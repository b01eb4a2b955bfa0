import { OperatorError } from '../../config/operator-error.ts'
import { withoutHashes } from '../../lib/hashes.ts'
import type { SourceRow } from '../import.ts'
import { type CellField, readCell, type RowCells } from './cell-value.ts'
import type { CsvFile } from './csv-file.ts'
import type { CsvRecord } from './csv-records.ts'
import type { RowWidth } from './row-width.ts'
import { withoutSecretCells } from './without-secrets.ts'

/** The name of a column, and how its cells are read; undefined where a spreadsheet left a column without a name. */
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

function readRow(record: CsvRecord, columns: readonly Column[], width: RowWidth): SourceRow | undefined {
  if (!('cells' in record)) return record
  const { line, text, cells, isUnended } = record
  // A spreadsheet writes rows without any content as separators alone.
  if (cells.every((cell) => cell === '')) return undefined
  const refuse = (refusal: string) => ({ line, text, refusal })
  const refusal = width.check(line, cells, isUnended)
  if (refusal !== undefined) return refuse(refusal)
  const row: RowCells = { value: {} }
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? ''
    if (column) readCell(row, column[0], column[1], cell)
    else if (cell !== '') return refuse(`The cell ${index + 1} is in a column without a name.`)
  }
  return { line, text, ...row }
}

/** Yields the rows of a CSV file; its first record names the columns. */
export async function* csvRows(
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
        width.begin(columns.length, (index) => columns?.[index]?.[1].required === true || isSecret(index))
        continue
      }
      const row = readRow(record, columns, width)
      if (!row) continue
      const cells = 'cells' in record ? record.cells : []
      yield hides ? withoutSecretCells(row, cells, isSecret, separator) : row
    }
}

import type { SourceRow } from '../import.ts'
import { checkCurrencies, type RowCells } from './cell-currency.ts'
import { type CellField, type CellReading, readCell } from './cell-value.ts'

/**
 * Members of a row that a map has made, before the row's own: its place in a foreign file, and the meanings of its
 * ambiguous cells.
 */
const mapMembers = ['$file', '$line', '$decimals', '$dates'] as const

export const isMapMember = (name: string): boolean => mapMembers.some((one) => one === name)

function readingOf({ $decimals, $dates }: Readonly<Record<string, unknown>>): CellReading {
  return {
    ...(($decimals === ',' || $decimals === '.') && { decimals: $decimals }),
    ...(($dates === 'dmy' || $dates === 'mdy') && { dates: $dates })
  }
}

/** A number that a map has computed is no cell, but a text such as a key may be one. */
const isNumberOfText = (given: unknown, { kind }: CellField) =>
  typeof given === 'number' && (kind === 'text' || kind === 'reference')

/** Reads the texts of a row that a map has made as cells; another row stays as it is. */
export function readMapped(row: SourceRow, fields: Readonly<Record<string, CellField>>): SourceRow {
  if (!('value' in row) || row.value['$file'] === undefined) return row
  const reading = readingOf(row.value)
  const read: RowCells = { value: {} }
  for (const [name, given] of Object.entries(row.value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (isMapMember(name) || (given === null && field?.notNull)) continue
    if (field && typeof given === 'string') readCell(read, name, field, given, reading)
    else read.value[name] = field && isNumberOfText(given, field) ? String(given) : given
  }
  return { line: row.line, text: row.text, ...checkCurrencies(read, fields) }
}

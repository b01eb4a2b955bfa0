import type { SourceRow } from '../rows.ts'
import { CellFault, type CellField, type CellReading, cellValue } from './cell-value.ts'

type Fields = Readonly<Record<string, CellField>>

const currencies = /€|EUR|CHF/gi

/** The currency of a member that has none beside it, as the price of a booking. */
const ownCurrency = 'EUR'

function readCell(name: string, field: CellField, given: unknown, reading: CellReading): unknown {
  // A number that a map has computed is no cell, but that of a text, such as a key, may be one.
  if (typeof given === 'number' && (field.kind === 'text' || field.kind === 'reference')) return String(given)
  if (typeof given !== 'string') return given
  const isKey = field.kind === 'reference' || name === 'externalId'
  // A blank that does not break looks like any other, and the same key has it in one file and not in the other.
  return cellValue(field, isKey ? given.replaceAll(/[\u00A0\u202F]/g, ' ') : given, reading)
}

/**
 * Reads the texts of a row as cells. An unreadable cell keeps its text and has a fault, as has an amount in another
 * currency than the one that the row names: 90 CHF are not 90 EUR. An empty cell of a column that cannot be cleared is
 * left out.
 */
export function readCells(
  cells: Iterable<readonly [name: string, given: unknown]>,
  fields: Fields,
  reading: CellReading = {}
): Pick<Extract<SourceRow, { readonly value: unknown }>, 'value' | 'faults'> {
  const value: Record<string, unknown> = {}
  const faults: Record<string, string> = {}
  const amounts: [name: string, text: string][] = []
  for (const [name, given] of cells) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const read = field ? readCell(name, field, given, reading) : given
    if (read instanceof CellFault) {
      value[name] = given
      faults[name] = read.problem
    } else if (read !== null || !field?.notNull) value[name] = read
    if (field?.kind === 'decimal' && typeof given === 'string' && given.search(currencies) >= 0)
      amounts.push([name, given])
  }
  const stated = Object.hasOwn(fields, 'currency') ? value['currency'] : ownCurrency
  const named = typeof stated === 'string' ? stated.trim().toUpperCase() : ''
  for (const [name, text] of amounts) {
    const other = text.match(currencies)?.find((one) => one.toUpperCase().replace('€', 'EUR') !== named)
    if (other === undefined || faults[name] !== undefined) continue
    value[name] = text
    faults[name] = `is in ${other}, and ${named === '' ? 'the row names no currency' : `must be in ${named}`}.`
  }
  return Object.keys(faults).length > 0 ? { value, faults } : { value }
}

/**
 * Members of a row that a map has made, before the row's own: its place in a foreign file, and the meanings of its
 * ambiguous cells.
 */
export const mapMembers: readonly string[] = ['$file', '$line', '$decimals', '$dates']

/** Reads the texts of a row that a map has made as cells; another row stays as it is. */
export function readMapped(row: SourceRow, fields: Fields): SourceRow {
  if (!('value' in row) || row.value['$file'] === undefined) return row
  const { $file: _file, $line: _line, $decimals, $dates, ...own } = row.value
  const decimals = ([',', '.'] as const).find((mark) => mark === $decimals)
  const dates = (['dmy', 'mdy'] as const).find((order) => order === $dates)
  return { line: row.line, text: row.text, ...readCells(Object.entries(own), fields, { decimals, dates }) }
}

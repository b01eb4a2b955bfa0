import type { ImportField } from '@customer-center/contract/import-field'

/** A column, as far as its cells have to be read by it. */
export type CellField = Pick<ImportField, 'kind' | 'choices' | 'filled' | 'secret'>

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  wahr: true,
  ja: true,
  yes: true,
  '1': true,
  false: false,
  falsch: false,
  nein: false,
  no: false,
  '0': false
}

const germanDay = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/
const clock = /^(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?$/

function readDay(cell: string): string {
  const [, day = '', month = '', year = ''] = germanDay.exec(cell) ?? []
  return year === '' ? cell : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function readClock(cell: string): string {
  const [, hours, minutes = '', seconds = '00'] = clock.exec(cell) ?? []
  if (hours === undefined) return cell
  return `${hours.padStart(2, '0')}:${minutes}${seconds === '00' ? '' : `:${seconds}`}`
}

function readTimestamp(cell: string): string {
  const [, day, time = '00:00'] = /^(\d{1,2}\.\d{1,2}\.\d{4})(?:,? +([\d:.]+))?$/.exec(cell) ?? []
  if (day === undefined) return cell
  const read = readClock(time)
  return `${readDay(day)}T${read.length === 5 ? `${read}:00` : read}`
}

// A decimal comma, with or without points between thousands.
const germanNumber = /^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d+),\d+$/
const germanThousands = /^[+-]?\d{1,3}(?:\.\d{3}){2,}$/

function readDecimal(cell: string): string {
  const isGerman = germanNumber.test(cell) || germanThousands.test(cell)
  return isGerman ? cell.replaceAll('.', '').replace(',', '.') : cell
}

function readNumber(cell: string): string | number {
  const number = Number(cell)
  return /^[+-]?\d+$/.test(cell) && Number.isSafeInteger(number) ? number : cell
}

type Value = string | number | boolean

const readers: Readonly<Record<CellField['kind'], (cell: string, choices: readonly (string | number)[]) => Value>> = {
  text: (cell) => cell,
  markup: (cell) => cell,
  reference: (cell) => cell,
  number: readNumber,
  id: readNumber,
  decimal: readDecimal,
  flag: (cell) => booleans[cell.toLowerCase()] ?? cell,
  date: readDay,
  time: readClock,
  timestamp: readTimestamp,
  enum: (cell, choices) => choices.find((choice) => String(choice) === cell) ?? cell
}

const verbatim: readonly CellField['kind'][] = ['text', 'markup', 'reference']

/**
 * Reads the value of a cell in the form that JSON has for it: nothing as null, days as yyyy-MM-dd, times as HH:mm,
 * decimals as text with a point. An unreadable text stays as it is, to be refused by name.
 */
export function cellValue({ kind, choices = [] }: CellField, text: string): Value | null {
  const cell = verbatim.includes(kind) ? text : text.trim()
  return cell === '' ? null : readers[kind](cell, choices)
}

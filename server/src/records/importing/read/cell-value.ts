import { domainToASCII } from 'node:url'
import { isCalendarDay, isNoDate } from '@customer-center/contract/dates'
import type { ImportField } from '@customer-center/contract/import-field'
import { emailPattern } from '@customer-center/contract/input-patterns'
import { largestNumber } from '@customer-center/contract/schema'
import { dayMs } from '../../../platform/lib/day-ms.ts'
import type { CellValue } from '../rows.ts'

/** A column, as far as the reading of its cells depends on it. */
export type CellField = Pick<ImportField, 'kind'> & Partial<ImportField>

/** The meanings of ambiguous cells, as a map states them for a file. */
export interface CellReading {
  /** The decimal mark: `1.290` is 1290 with a comma, and 1.29 with a point. */
  readonly decimals?: ',' | '.' | undefined
  /**
   * The order of day and month: with `dmy`, 01/02/2026 is in February. Years may then have two digits: 69 to 99 are
   * before 2000, as in POSIX.
   */
  readonly dates?: 'dmy' | 'mdy' | undefined
}

/** The fault of a cell, as the end of a sentence that begins with its column. */
export class CellFault {
  readonly problem: string
  constructor(problem: string) {
    this.problem = problem
  }
}

/** The value of a cell; undefined if the cell has no value of its kind. */
type Read = CellValue | CellFault | undefined

/** Words for yes and no; -1 is that of Access and Visual Basic. */
const yes = ['true', 'wahr', 'ja', 'yes', 'j', 'y', 'x', '1', '-1']
const no = ['false', 'falsch', 'nein', 'no', 'n', '0']

const spoilt = new CellFault(
  'is a long number as Excel shortens it: format its column as text in Excel, fill it in again and save.'
)
const twoNumbers = new CellFault(
  'has two meanings, since 1.290 is 1290 or 1,29: write 1.290,00 or 1,29, or let a map say decimals.'
)
const twoDays = new CellFault(
  'has two meanings, since 01/02/2026 is in January or February: write 01.02.2026, or let a map say dates.'
)
const twoTimes = new CellFault('has two meanings, since 0.30 is 00:30 or, as a number of Excel, 07:12: write 00:30.')
const twoDigits = new CellFault('has a year of two digits: write 01.02.2026, or let a map say dates.')
const failed = new CellFault(
  'is what Excel writes where a formula fails or a column is too narrow: mend it in Excel and save.'
)

const shortened = /^ *-?\d(?:[.,]\d{1,15})?E\+\d{2,3} *$/i
/** Excel's errors in German and English. */
const excelError = /^\s*#(?:NAME\?|NV|N\/A|WERT!|VALUE!|BEZUG!|REF!|DIV\/0!|ZAHL!|NUM!|NULL!|##+)\s*$/i

/** Empty dates of SAP and Excel that are no days of any calendar. */
const noDay = /^(?:00\.00\.00|00000000|00\.01\.1900|0)$/

// Excel's dates count days from 1900, a year that has a 29 February there; the last one is 2958465.
const excelEpoch = Date.UTC(1899, 11, 30)

const isoDay = (year: string, month: string, day: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** Returns the day that a cell means, which need not exist. */
function dayIn(cell: string, { dates }: CellReading): Read {
  if (/^(?:\d{5}|2958465)$/.test(cell)) return new Date(excelEpoch + Number(cell) * dayMs).toISOString().slice(0, 10)
  const [, y, m = '', d = ''] = /^(\d{4})(\d\d)(\d\d)$/.exec(cell) ?? /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/.exec(cell) ?? []
  if (y !== undefined) return isoDay(y, m, d)
  const [, first, mark, second = '', years = ''] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)$/.exec(cell) ?? []
  const isShort = years.length === 2
  // Behind a dash, the two digits may be the day.
  if (first === undefined || (isShort && mark === '-')) return cell
  const year = isShort ? `${Number(years) < 69 ? 20 : 19}${years}` : years
  const [dmy, mdy] = [isoDay(year, second, first), isoDay(year, first, second)]
  if (isShort && dates === undefined) return isCalendarDay(dmy) ? twoDigits : dmy
  if (mark !== '/' || dates !== undefined) return mark !== '.' && dates === 'mdy' ? mdy : dmy
  return isCalendarDay(dmy) && isCalendarDay(mdy) && dmy !== mdy ? twoDays : isCalendarDay(dmy) ? dmy : mdy
}

const calendarDay = (read: Read): Read => (typeof read === 'string' && !isCalendarDay(read) ? undefined : read)

function readDay(cell: string, reading: CellReading): Read {
  const read = dayIn(cell, reading)
  return noDay.test(cell) || isNoDate(read) ? null : calendarDay(read)
}

function readClock(cell: string): string | undefined {
  const [, hours = '', minutes = '', seconds = '00'] =
    /^(\d{1,2})[:.](\d\d)(?::(\d\d)(?:\.\d+)?)?$/.exec(cell) ?? /^(\d\d)(\d\d)$/.exec(cell) ?? []
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  return `${hours.padStart(2, '0')}:${minutes}${seconds === '00' ? '' : `:${seconds}`}`
}

/** Excel's number of a day with the time as its fraction, or of a time alone. */
const dayWithTime = /^(\d{5}|0?)[.,](\d+)$/

/** Splits a point in time into its day and the rest behind a space, a comma or a `T`. */
function splitMoment(cell: string): readonly [day: string, rest: string] {
  const [, number, fraction = ''] = dayWithTime.exec(cell) ?? []
  if (number !== undefined) {
    const ms = Math.min(Math.round(Number(`0.${fraction}`) * 86_400), 86_399) * 1000
    return [number || '0', new Date(ms).toISOString().slice(11, 19)]
  }
  const end = cell.search(/[ ,T]/)
  return end < 0 ? [cell, ''] : [cell.slice(0, end), cell.slice(end + 1).trim()]
}

/** Reads a time, also one behind the empty date of Access and Excel. The end of a day may be 24:00. */
function readTime(cell: string, _reading: CellReading, { endsDay }: CellField): Read {
  if (/^0?\.(?!00)[0-5]\d$/.test(cell)) return twoTimes
  const [day, rest] = splitMoment(cell)
  const time = rest !== '' && readDay(day, {}) === null ? rest : cell
  return readClock(endsDay ? time.replace(/^24(?=[:.]?00(?::00)?$)/, '00') : time)
}

function readDate(cell: string, reading: CellReading): Read {
  const [day, rest] = splitMoment(cell)
  const read = readDay(day, reading)
  return read === null || rest === '' || readClock(rest) === '00:00' ? read : undefined
}

function readTimestamp(cell: string, reading: CellReading): Read {
  const [day, rest] = splitMoment(cell)
  const read = readDay(day, reading)
  if (dayWithTime.test(cell)) return typeof read === 'string' ? `${read}T${rest}` : read
  // A text with a time zone is already in the form of JSON.
  if (typeof read !== 'string' || (read === day && rest !== '')) return typeof read === 'string' ? cell : read
  const time = readClock(rest === '' ? '00:00' : rest)
  return time && `${read}T${time.length === 5 ? `${time}:00` : time}`
}

/** Digits of a number before and after its decimal mark. */
interface Digits {
  readonly sign: string
  readonly whole: string
  readonly fraction: string
}

// Groups of thousands with their separator, followed by a different decimal mark.
const grouped = [
  /^(\d{1,3}(?:['’ \u00A0\u202F]\d{3})+)(?:[.,](\d+))?$/,
  /^(\d{1,3}(?:\.\d{3})+),(\d+)$/,
  /^(\d{1,3}(?:,\d{3})+)\.(\d+)$/,
  /^(\d{1,3}(?:\.\d{3}){2,})$/,
  /^(\d{1,3}(?:,\d{3}){2,})$/
]

function readDigits(cell: string, { decimals }: CellReading): Digits | CellFault | undefined {
  if (shortened.test(cell)) return spoilt
  // SAP and COBOL write the sign after the number, and typesetting has a minus of its own.
  const [, before = '', body = '', behind = ''] = /^([+-]?)([^+-]+)(-?)$/.exec(cell.replace('\u2212', '-')) ?? []
  const sign = before === '-' || behind === '-' ? '-' : ''
  const [, whole, mark, fraction = ''] = /^(\d+)(?:([.,])(\d+))?$/.exec(body) ?? []
  if (whole === undefined) {
    const found = grouped.map((form) => form.exec(body)).find((match) => match !== null)
    return found ? { sign, whole: (found[1] ?? '').replaceAll(/\D/g, ''), fraction: found[2] ?? '' } : undefined
  }
  const couldBeGroups = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
  if (!couldBeGroups) return { sign, whole, fraction }
  if (decimals === undefined) return twoNumbers
  return mark === decimals ? { sign, whole, fraction } : { sign, whole: whole + fraction, fraction: '' }
}

function readNumber(cell: string, reading: CellReading): Read {
  const digits = readDigits(cell, reading)
  if (digits === undefined || digits instanceof CellFault) return digits
  const number = Number(digits.sign + digits.whole)
  return /[1-9]/.test(digits.fraction) || Math.abs(number) > largestNumber ? undefined : number
}

/** Removes a currency beside an amount, and the dash in place of the cents that `€ 1.290,-` has. */
const withoutCurrency = (amount: string): string =>
  amount
    .replace(/^([+\u2212-]?)\s*(?:(?:€|EUR|CHF)\s*)?/i, '$1')
    .replace(/(?:€|EUR|CHF)$/i, '')
    .replace(/([.,])(?:--?|–|—)\s*$/, '$100')
    .trim()

function readDecimal(cell: string, reading: CellReading, { max = 0, decimals = Infinity }: CellField): Read {
  const amount = withoutCurrency(cell)
  // Excel's format for bookkeepers has a dash in place of zero.
  if (amount !== cell && /^[-–—]$/.test(amount)) return '0'
  // Bookkeepers write an amount below zero in brackets.
  const [, inBrackets] = /^\(([^()]+)\)$/.exec(amount) ?? []
  const bare = inBrackets === undefined ? amount : `-${withoutCurrency(inBrackets.trim())}`
  const digits = readDigits(bare, reading)
  if (digits === undefined || digits instanceof CellFault) return digits
  const { sign, whole, fraction: given } = digits
  // Programs write amounts with four decimals, the last two of which are zero.
  const fraction = /[1-9]/.test(given.slice(decimals)) ? given : given.slice(0, decimals)
  if (fraction.length > decimals || (max > 0 && whole.replace(/^0+/, '').length > max)) return undefined
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

function readChoice(cell: string, { choices = [], labels = {} }: CellField): Read {
  const label = Object.keys(labels).find((one) => one.toLowerCase() === cell.toLowerCase())
  return label === undefined ? choices.find((choice) => String(choice) === cell) : labels[label]
}

const verbatim = (cell: string) => (shortened.test(cell) ? spoilt : cell)

const beyondAscii = /[^\0-\x7F]/
/** Of any other text, such as `müller.example/foo`, the conversion to ASCII drops a part. */
const domainName = /^[\p{L}\p{N}\p{M}.-]+$/u

/** Writes the domain of an address in ASCII (punycode), the only form that all mail servers take. */
function readAddress(cell: string): string {
  const [local, domain] = [cell.slice(0, cell.lastIndexOf('@') + 1), cell.slice(cell.lastIndexOf('@') + 1).trim()]
  const isForeign = beyondAscii.test(domain) && !beyondAscii.test(local) && domainName.test(domain)
  return isForeign ? local + (domainToASCII(domain) || domain) : cell
}

function readText(cell: string, { signs, pattern }: CellField): Read {
  if (signs && Object.hasOwn(signs, cell.trim())) return signs[cell.trim()]
  return pattern === emailPattern ? readAddress(cell) : verbatim(cell)
}

type Reader = (cell: string, reading: CellReading, field: CellField) => Read

const readers: Readonly<Record<CellField['kind'], Reader>> = {
  text: (cell, _reading, field) => readText(cell, field),
  reference: verbatim,
  markup: (cell) => cell,
  number: readNumber,
  id: readNumber,
  decimal: readDecimal,
  flag: (cell) => yes.includes(cell.toLowerCase()) || (no.includes(cell.toLowerCase()) ? false : undefined),
  date: readDate,
  time: readTime,
  timestamp: readTimestamp,
  enum: (cell, _reading, field) => readChoice(cell, field)
}

/** Describes how German programs write a cell of a kind. */
function formOf({ kind, max = 0, decimals = 0, choices = [], labels = {} }: CellField): string {
  if (kind === 'decimal')
    return `a number such as 1.234,50, with at most ${max} digits before and ${decimals} behind the comma`
  if (kind === 'enum') return `one of ${[...choices.slice(0, 20), ...Object.keys(labels)].join(', ')}`
  if (kind === 'flag') return 'ja or nein'
  if (kind === 'date') return 'a day such as 31.12.2026'
  if (kind === 'time') return 'a time such as 09:30'
  return kind === 'timestamp' ? 'a point in time such as 31.12.2026 09:30' : 'a whole number'
}

/** Tells whether a field is text that JSON may have in a form that a cell cannot have. */
export const isVerbatim = ({ kind }: CellField) => kind === 'text' || kind === 'markup' || kind === 'reference'

/**
 * Reads the value of a cell in the form of JSON: null for an empty cell, days as yyyy-MM-dd, times as HH:mm, decimals
 * as text with a point. A cell without a value of its kind, or an ambiguous cell, is a fault.
 */
export function cellValue(field: CellField, text: string, reading: CellReading = {}): CellValue | CellFault {
  const cell = isVerbatim(field) ? text : text.trim()
  if (cell === '') return null
  if (field.kind !== 'markup' && excelError.test(cell)) return failed
  const read = readers[field.kind](cell, reading, field)
  return read === undefined ? new CellFault(`must be ${formOf(field)}.`) : read
}

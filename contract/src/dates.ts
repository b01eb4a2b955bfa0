/** A calendar day as in JSON: `yyyy-MM-dd`. It is never a point in time, so no time zone can shift it. */
export type IsoDate = string

/** The provider's time zone, which decides what day "today" is. */
export const timeZone = 'Europe/Vienna'

const german = /^(\d{2})\.(\d{2})\.(\d{4})$/
const iso = /^(\d{4})-(\d{2})-(\d{2})$/
const dateTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}(?::?\d{2})?)?$/i

/**
 * Days that systems write for 'no date': the first of .NET, of Windows and of SQL Server, the zero of OLE and of Excel,
 * the last of most databases, which a time zone may push into the year 10000, and the year 0 of MySQL and SAP.
 */
const noDate = /^1?0000-|\.0000$|^(?:(?:0001|1601|1753|1900)-01-01|1899-12-30|9999-12-31)$/

/** Tells whether a date, or a point in time on its own clock or the provider's, stands for 'no date'. */
export const isNoDate = (value: unknown): boolean => noDate.test(dayIn(value) ?? String(value))

/**
 * Returns the day in an answer of any backend: `2026-11-20`, `20.11.2026`, or a point in time, which is converted to
 * the provider's time zone (`2026-11-20T23:30:00Z` is the 21st); a time without an offset is already in that zone. Null
 * if the value has no day, or one that stands for 'no date'.
 */
export function readDate(value: unknown): IsoDate | null {
  const day = dayIn(value)
  return day === null || noDate.test(day) ? null : day
}

function dayIn(value: unknown): IsoDate | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (iso.test(text)) return isCalendarDay(text) ? text : null
  const [, day = '', time = '', offset] = dateTime.exec(text) ?? []
  if (!isCalendarDay(day)) return fromGermanDate(text)
  return offset === undefined || noDate.test(day) ? day : dayOf(`${day}T${time}${withMinutes(offset)}`)
}

/**
 * Formats a date for a screen: `20.11.2026`, empty for none. Returns text that {@link readDate} cannot read unchanged.
 */
export function toGermanDate(value: unknown): string {
  const [, year, month, day] = iso.exec(readDate(value) ?? '') ?? []
  if (year && month && day) return `${day}.${month}.${year}`
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === 'null' || isNoDate(text) ? '' : text
}

/** Converts `20.11.2026` to `2026-11-20`; null if there is no such day. */
export function fromGermanDate(value: string): IsoDate | null {
  const [, day, month, year] = german.exec(value) ?? []
  if (!day || !month || !year) return null
  const date = `${year}-${month}-${day}`
  return isCalendarDay(date) ? date : null
}

/**
 * Tells whether a day exists: 29.02.2027 does not, nor any day of the year 0, which JavaScript accepts and PostgreSQL
 * rejects.
 */
export function isCalendarDay(value: string): boolean {
  if (value.startsWith('0000')) return false
  const moment = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value)
}

/** The first day of a provider's rows; a hundred years ahead is the last. Another one is a mistake. */
const firstYear = 1950
const yearsAhead = 100

/** Tells whether a day is one that rows of a provider have. */
export const isUsualDay = (day: IsoDate): boolean =>
  Number(day.slice(0, 4)) >= firstYear && day <= `${Number(today().slice(0, 4)) + yearsAhead}${today().slice(4)}`

/** Formats a range if the days differ, otherwise a single day. */
export function germanDateRange(from: unknown, to: unknown): string {
  const start = toGermanDate(from)
  const end = toGermanDate(to)
  return start && end && end !== start ? `${start} – ${end}` : start || end
}

// Calendar and digits are fixed, and the parts are joined by hand, because the date format of a locale depends on the
// browser.
const day = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit'
} as const
/** Created on first use: the first formatter of a page takes Chromium 11 ms. */
let calendar: Intl.DateTimeFormat | undefined

/** Returns today in the provider's time zone, whatever the time zone of the device. */
export function today(now: Date = new Date()): IsoDate {
  calendar ??= new Intl.DateTimeFormat('en', day)
  const parts = calendar.formatToParts(now)
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month').padStart(2, '0')}-${part('day').padStart(2, '0')}`
}

function dayOf(moment: string): IsoDate | null {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? null : today(date)
}

/** Writes `+01` and `+0100` as `+01:00`, the only form that every browser reads. */
function withMinutes(offset: string): string {
  const digits = offset.replace(':', '')
  if (digits.length === 1) return 'Z'
  return `${digits.slice(0, 3)}:${digits.slice(3) || '00'}`
}

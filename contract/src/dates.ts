/** A calendar day as in JSON: `yyyy-MM-dd`. It is never a point in time, so no time zone can shift it. */
export type IsoDate = string

/** The provider's time zone, which decides what day "today" is. */
export const timeZone = 'Europe/Vienna'

const german = /^(\d{2})\.(\d{2})\.(\d{4})$/
const iso = /^(\d{4})-(\d{2})-(\d{2})$/
const dateTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}(?::?\d{2})?)?$/i

/**
 * Returns the day in an answer of any backend: `2026-11-20`, `20.11.2026`, or a point in time, which is converted to
 * the provider's time zone (`2026-11-20T23:30:00Z` is the 21st); a time without an offset is already in that zone. Null
 * if the value has no day.
 */
export function readDate(value: unknown): IsoDate | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (iso.test(text)) return isCalendarDay(text) ? text : null
  const [, day = '', time = '', offset] = dateTime.exec(text) ?? []
  if (!isCalendarDay(day)) return fromGermanDate(text)
  return offset === undefined ? day : dayOf(`${day}T${time}${withMinutes(offset)}`)
}

/**
 * Formats a date for a screen: `20.11.2026`, empty for none. Returns text that {@link readDate} cannot read unchanged.
 */
export function toGermanDate(value: unknown): string {
  const [, year, month, day] = iso.exec(readDate(value) ?? '') ?? []
  if (year && month && day) return `${day}.${month}.${year}`
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === 'null' ? '' : text
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

/** Formats a range if the days differ, otherwise a single day (section 9). */
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

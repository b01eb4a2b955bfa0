/** A calendar day as in JSON: `yyyy-MM-dd`. It is never a point in time, so no time zone can shift it. */
export type IsoDate = string

/** The provider's time zone, which decides what day "today" is. */
export const timeZone = 'Europe/Vienna'

const german = /^(\d{2})\.(\d{2})\.(\d{4})$/
const iso = /^(\d{4})-(\d{2})-(\d{2})/

/** `2026-11-20…` to `20.11.2026`. An invalid date gives an empty text, because a screen must not show "Invalid Date". */
export function toGermanDate(value: string | null | undefined): string {
  const [, year, month, day] = iso.exec(value ?? '') ?? []
  return year && month && day ? `${day}.${month}.${year}` : ''
}

/** `20.11.2026` to `2026-11-20`; null if there is no such day. */
export function fromGermanDate(value: string): IsoDate | null {
  const [, day, month, year] = german.exec(value) ?? []
  if (!day || !month || !year) return null
  const date = `${year}-${month}-${day}`
  return isCalendarDay(date) ? date : null
}

/** True for a day that exists: 29.02.2027 does not, nor any day of the year 0, which JavaScript accepts and PostgreSQL rejects. */
export function isCalendarDay(value: string): boolean {
  if (value.startsWith('0000')) return false
  const moment = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value)
}

/** A range if the days differ, else a single day (section 9). */
export function germanDateRange(from: string | null | undefined, to: string | null | undefined): string {
  const start = toGermanDate(from)
  const end = toGermanDate(to)
  return end && end !== start ? `${start} – ${end}` : start
}

/** Today in the provider's time zone, whatever the time zone of the device. */
export function today(now: Date = new Date()): IsoDate {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
}

/** A calendar day as JSON carries it: `yyyy-MM-dd`. A date is a date and never a moment, so no time zone can move it. */
export type IsoDate = string

/** The provider's calendar; decides which day "today" is. */
export const timeZone = 'Europe/Vienna'

const german = /^(\d{2})\.(\d{2})\.(\d{4})$/
const iso = /^(\d{4})-(\d{2})-(\d{2})/

/** `2026-11-20…` to `20.11.2026`; a date that is none gives an empty text, because a screen must not show "Invalid Date". */
export function toGermanDate(value: string | null | undefined): string {
  const [, year, month, day] = iso.exec(value ?? '') ?? []
  return year && month && day ? `${day}.${month}.${year}` : ''
}

/** `20.11.2026` to `2026-11-20`; null if there is no such day in the calendar. */
export function fromGermanDate(value: string): IsoDate | null {
  const [, day, month, year] = german.exec(value) ?? []
  if (!day || !month || !year) return null
  const date = `${year}-${month}-${day}`
  return isCalendarDay(date) ? date : null
}

/** True for a day that exists: 29.02.2027 does not, nor any of a year 0, which JavaScript knows and PostgreSQL refuses. */
export function isCalendarDay(value: string): boolean {
  if (value.startsWith('0000')) return false
  const moment = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value)
}

/** A range when both days differ, else the one day (section 9). */
export function germanDateRange(from: string | null | undefined, to: string | null | undefined): string {
  const start = toGermanDate(from)
  const end = toGermanDate(to)
  return end && end !== start ? `${start} – ${end}` : start
}

/** The day it is now at the provider's, whatever the clock of the device says about its own zone. */
export function today(now: Date = new Date()): IsoDate {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
}

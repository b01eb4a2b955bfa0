import { readDate, toGermanDate } from '@customer-center/contract/dates'
import type { Text } from './texts.ts'

/** Returns the short name of a day's weekday; empty for what is no day. */
export function weekdayOf(value: unknown, text: Text): string {
  const day = readDate(value)
  return (day && text('overview.weekdays').split(' ')[new Date(`${day}T00:00:00Z`).getUTCDay()]) ?? ''
}

/** Returns the days of an event with their weekdays: one, or the first and the last. */
export function daysOf(from: unknown, to: unknown, text: Text): string[] {
  const days = [from, to].map((day) => [weekdayOf(day, text), toGermanDate(day)].filter(Boolean).join(',\u00A0'))
  return [...new Set(days)].filter(Boolean)
}

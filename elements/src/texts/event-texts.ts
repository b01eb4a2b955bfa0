import { germanDateRange, readDate } from '@customer-center/contract/dates'
import type { Text } from './texts.ts'

/** Returns the short name of a day's weekday; empty for a value that is no day. */
export function weekdayOf(value: unknown, text: Text): string {
  const day = readDate(value)
  return (day && text('overview.weekdays').split(' ')[new Date(`${day}T00:00:00Z`).getUTCDay()]) ?? ''
}

/** Returns the days of an event with the weekday of the first. */
export const formatEventDays = (from: unknown, to: unknown, text: Text): string =>
  [weekdayOf(from ?? to, text), germanDateRange(from, to)].filter(Boolean).join(',\u00A0')

/** Returns the town of a place, which is its part without a digit; the whole place if no part can be a town. */
export const townOf = (place: string): string =>
  place
    .split(',')
    .find((part) => !/\d/.test(part))
    ?.trim() ?? place

/** Tells whether an event is cancelled. Each other state, of which a backend may have more, lets it take place. */
export const isCancelled = ({ state }: { readonly state?: string | null | undefined }): boolean => state === 'cancelled'

import { type IsoDate, readDate } from '@customer-center/contract/dates'
import { dayMs } from '../../platform/lib/day-ms.ts'
import { instantOf } from '../../records/rows/instants.ts'

/** A day of an event as it came or is stored; null: unknown. Its times have one form, such as `HH:mm:ss`. */
export interface EventDay {
  readonly date: IsoDate
  readonly starts: string | null
  readonly ends: string | null
}

const longestNight = dayMs / 2

export const dayAfter = (date: IsoDate): IsoDate => new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10)

const msOf = (time: string): number => Date.parse(`1970-01-01T${time}Z`)

/** Returns start and end on the provider's clock; an end before the start is on the next day. */
function clockTimes({ date, starts, ends }: EventDay) {
  const last = starts !== null && ends !== null && ends < starts ? dayAfter(date) : date
  return { starts: starts && `${date}T${starts}`, ends: ends && `${last}T${ends}` }
}

/** Describes why a time of a day cannot be, as the end of a sentence that begins with its name. */
export function timeFault(name: 'starts' | 'ends', day: EventDay): string | undefined {
  const { starts, ends } = day
  const both = `and ${name === 'starts' ? 'ends' : 'starts'}`
  if (starts !== null && starts === ends && msOf(starts) > 0)
    return `${both} are the same time, which only 00:00 is, for the whole day.`
  // A day may last until midnight, however early it began.
  const isNight = starts !== null && ends !== null && ends < starts && msOf(ends) > 0
  if (isNight && msOf(ends) + dayMs - msOf(starts) > longestNight)
    return `${both} are more than 12 hours apart over midnight.`
  // The last day that a year of four digits has, which stands for 'no date', has no day after it.
  const time = readDate(day.date) === null ? null : clockTimes(day)[name]
  return time !== null && instantOf(time).isSkipped ? 'is a time that the clock skips on that day.' : undefined
}

export const areHoursOfDay = (hours: number): boolean => hours >= 0 && hours <= 24

/**
 * Returns a stored day without impossible values: a row may be older than the check of its import, or come by SQL. Times
 * are both there or both null; 00:00 to 00:00 is the whole day.
 */
export function checkedDay<Day extends EventDay & { readonly hours?: number | null }>(day: Day): Day {
  const { starts, ends, hours } = day
  const isTimed =
    readDate(day.date) !== null &&
    starts !== null &&
    ends !== null &&
    !timeFault('starts', day) &&
    !timeFault('ends', day)
  const hasHours = typeof hours !== 'number' || areHoursOfDay(hours)
  return { ...day, ...(!isTimed && { starts: null, ends: null }), ...(!hasHours && { hours: null }) }
}

/** Returns the points in time of a day; undefined for a whole day, and where the times are unknown. */
export function spanOf(day: EventDay): { readonly starts: Date; readonly ends: Date } | undefined {
  const { starts, ends } = clockTimes(checkedDay(day))
  if (starts === null || ends === null || starts === ends) return undefined
  return { starts: instantOf(starts).instant, ends: instantOf(ends).instant }
}

import ical, { ICalCalendarMethod } from 'ical-generator'
import { timeZone } from '@customer-center/contract/dates'
import type { CalendarEntry } from './calendar.repository.ts'
import texts from './texts.json' with { type: 'json' }

/** Returns the first day of an entry as yyyy-MM-dd, by the provider's clock. */
export function dayOf({ starts, dayNo }: CalendarEntry): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: dayNo === null ? 'UTC' : timeZone }).format(starts)
}

/**
 * Writes entries as RFC 5545 has them. An entry keeps its id, so that a calendar replaces it when the event is moved.
 */
export function calendarFile(entries: readonly CalendarEntry[]): string {
  const calendar = ical({
    name: texts.calendarName,
    method: ICalCalendarMethod.PUBLISH,
    prodId: '//customer-center//DE'
  })
  for (const { provider, eventId, no, dayNo, caption, location, starts, ends } of entries)
    calendar.createEvent({
      id: `${provider}-${eventId}-${no}-${dayNo ?? 0}@customer-center`,
      summary: caption,
      location,
      start: starts,
      end: ends,
      allDay: dayNo === null
    })
  return calendar.toString()
}

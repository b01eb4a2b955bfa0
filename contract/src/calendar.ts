import { get, ofFeature, send } from './endpoint.ts'
import { flag, type WireRow } from './field-codes.ts'
import { everyRight } from './rights.ts'

export interface CalendarEventQuery {
  eventId: string
  /** The next date of the event that is not over, if it is left out. */
  no?: string | undefined
}

/** An event as a file for calendars, in the fields of a document. */
export const getCalendarEvent = ofFeature('calendar', get<CalendarEventQuery, WireRow>('/calendar/event', everyRight))

/**
 * Call: whether the caller has an address at which calendar programs find the own events. The address itself is shown
 * once.
 */
export const getCalendarFeed = ofFeature('calendar', get<undefined, { exists: boolean }>('/calendar/feed', everyRight))

/** Its member, as a field of a plain name. */
export const calendarFields = { exists: flag('exists') } as const

/** Makes the caller's address, and an earlier one useless. It counts from the API's base URL, and ends with another password or user name. */
export const renewCalendarFeed = ofFeature(
  'calendar',
  send<Record<string, never>, { url: string }>('POST', '/calendar/feed/renew', everyRight)
)

/** Ends the caller's address, if there is one. */
export const deleteCalendarFeed = ofFeature(
  'calendar',
  send<Record<string, never>, null>('POST', '/calendar/feed/delete', everyRight)
)

import { get, ofFeature, send } from './endpoint.ts'
import { flag, type WireRow } from './field-codes.ts'
import { everyRight } from './rights.ts'

export interface CalendarEventQuery {
  eventId: string
  /** Date of the event; default: the next date that is not over. */
  no?: string | undefined
}

/** An event as a file for calendars, in the fields of a document. */
export const getCalendarEvent = ofFeature('calendar', get<CalendarEventQuery, WireRow>('/calendar/event', everyRight))

/**
 * Call: whether the caller has an address for calendar programs, and whether `showCalendarFeed` returns it. Backends
 * that show an address only once leave `canBeShown` out, here and for a new address.
 */
export const getCalendarFeed = ofFeature(
  'calendar',
  get<undefined, { exists: boolean; canBeShown?: boolean | undefined }>('/calendar/feed', everyRight)
)

/** Fields of the calendar address; their codes are the names. */
export const calendarFields = { exists: flag('exists'), canBeShown: flag('canBeShown') } as const

/**
 * Makes a new address for the caller, and invalidates the earlier one. The address is relative to the API's base URL,
 * and ends with a change of the password or user name.
 */
export const renewCalendarFeed = ofFeature(
  'calendar',
  send<Record<string, never>, { url: string; canBeShown?: boolean | undefined }>(
    'POST',
    '/calendar/feed/renew',
    everyRight
  )
)

/** Call: the caller's address again, after a recent login; null if it cannot be shown. */
export const showCalendarFeed = ofFeature(
  'calendar',
  send<Record<string, never>, { url: string | null }>('POST', '/calendar/feed/show', everyRight)
)

/** Ends the caller's address, if there is one. */
export const deleteCalendarFeed = ofFeature(
  'calendar',
  send<Record<string, never>, null>('POST', '/calendar/feed/delete', everyRight)
)

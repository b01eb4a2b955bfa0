import { z } from 'zod'
import { documentFields } from './document.ts'
import { getCall, ofFeature, sendCall } from './endpoint.ts'
import { flagField, type WireRow } from './field-codes.ts'
import { everyRight } from './rights.ts'
import { defineEndpoint, digitsSchema, noInput, optionalDigits, rowSchema } from './schema.ts'

export interface CalendarEventQuery {
  eventId: string
  /** Date of the event; default: the next date that is not over. */
  no?: string | undefined
}

/** An event as a file for calendars, in the fields of a document. */
export const getCalendarEvent = ofFeature(
  'calendar',
  getCall<CalendarEventQuery, WireRow>('/calendar/event', everyRight)
)

/**
 * Call: whether the caller has an address for calendar programs, and whether `showCalendarFeed` returns it. Backends
 * that show an address only once leave `canBeShown` out, here and for a new address.
 */
export const getCalendarFeed = ofFeature(
  'calendar',
  getCall<undefined, { exists: boolean; canBeShown?: boolean | undefined }>('/calendar/feed', everyRight)
)

/** Fields of the calendar address; their codes are the names. */
export const calendarFields = { exists: flagField('exists'), canBeShown: flagField('canBeShown') } as const

/**
 * Makes a new address for the caller, and invalidates the earlier one. The address is relative to the API's base URL,
 * and ends with a change of the password or user name.
 */
export const renewCalendarFeed = ofFeature(
  'calendar',
  sendCall<Record<string, never>, { url: string; canBeShown?: boolean | undefined }>(
    'POST',
    '/calendar/feed/renew',
    everyRight
  )
)

/** Call: the caller's address again, after a recent login; null if it cannot be shown. */
export const showCalendarFeed = ofFeature(
  'calendar',
  sendCall<Record<string, never>, { url: string | null }>('POST', '/calendar/feed/show', everyRight)
)

/** Ends the caller's address, if there is one. */
export const deleteCalendarFeed = ofFeature(
  'calendar',
  sendCall<Record<string, never>, null>('POST', '/calendar/feed/delete', everyRight)
)

export const getCalendarEventSchema = /*#__PURE__*/ defineEndpoint(
  getCalendarEvent,
  'An event as a file for calendars',
  () => ({
    data: rowSchema(documentFields),
    query: z.object({ eventId: digitsSchema, no: optionalDigits })
  })
)
export const getCalendarFeedSchema = /*#__PURE__*/ defineEndpoint(
  getCalendarFeed,
  'Whether the caller has an address for calendar programs',
  () => ({ data: z.strictObject({ exists: z.boolean(), canBeShown: z.optional(z.boolean()) }) })
)
export const renewCalendarFeedSchema = /*#__PURE__*/ defineEndpoint(
  renewCalendarFeed,
  'A new address for calendar programs',
  () => ({
    data: z.strictObject({ url: z.string(), canBeShown: z.optional(z.boolean()) }),
    ...noInput
  })
)
export const showCalendarFeedSchema = /*#__PURE__*/ defineEndpoint(
  showCalendarFeed,
  'The address for calendar programs again, after a login of the last ten minutes',
  () => ({ data: z.strictObject({ url: z.nullable(z.string()) }), ...noInput })
)
export const deleteCalendarFeedSchema = /*#__PURE__*/ defineEndpoint(
  deleteCalendarFeed,
  'The address for calendar programs ends',
  () => ({ data: z.null(), ...noInput })
)

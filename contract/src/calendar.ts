import { z } from 'zod'
import { documentFields } from './document.ts'
import { getCall, ofFeature, sendCall } from './endpoint.ts'
import { flagField, type WireRow } from './field-codes.ts'
import { everyRight } from './rights.ts'
import { defineEndpoint, digitsSchema, noInput, optionalDigits, partOf, rowSchema } from './schema.ts'

export interface CalendarEventQuery {
  eventId: string
  /** Date of the event; default: the next date that is not over. */
  no?: string | undefined
}

/** The file (.ics) comes in the fields of a document. */
export const getCalendarEvent = ofFeature(
  'calendar',
  getCall<CalendarEventQuery, WireRow>('/calendar/event', everyRight)
)

/** Backends that show an address only once leave `canBeShown` out, here and for a new address. */
export const getCalendarFeed = ofFeature(
  'calendar',
  getCall<undefined, { exists: boolean; canBeShown?: boolean | undefined }>('/calendar/feed', everyRight)
)

/** Fields of the calendar address; their codes are the names. */
export const calendarFields = {
  /** Whether the person has an address for calendar programs. */
  exists: flagField('exists'),
  /** Whether the address can be shown again; missing: only when it is made. */
  canBeShown: flagField('canBeShown')
} as const

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

/** A login that is older is answered with 401 and `RESTReturnCode` 112. */
export const showCalendarFeed = ofFeature(
  'calendar',
  sendCall<Record<string, never>, { url: string | null }>('POST', '/calendar/feed/show', everyRight)
)

/** The answer is the same if there is none. */
export const deleteCalendarFeed = ofFeature(
  'calendar',
  sendCall<Record<string, never>, null>('POST', '/calendar/feed/delete', everyRight)
)

export const getCalendarEventSchema = /*#__PURE__*/ defineEndpoint(
  getCalendarEvent,
  'An event as a file for calendars',
  () => ({
    data: rowSchema(documentFields),
    query: z.object({
      eventId: digitsSchema.describe('Id of the event'),
      no: optionalDigits.describe('Number of its date; missing: the next one that is not over')
    })
  })
)
export const getCalendarFeedSchema = /*#__PURE__*/ defineEndpoint(
  getCalendarFeed,
  'Whether the caller has an address for calendar programs',
  () => ({ data: partOf(calendarFields, z.strictObject({ exists: z.boolean(), canBeShown: z.optional(z.boolean()) })) })
)
export const renewCalendarFeedSchema = /*#__PURE__*/ defineEndpoint(
  renewCalendarFeed,
  'A new address for calendar programs',
  () => ({
    data: partOf(
      calendarFields,
      z.strictObject({
        url: z.string().describe('Address of the calendar, relative to `apiUrl`'),
        canBeShown: z.optional(z.boolean())
      })
    ),
    ...noInput
  })
)
export const showCalendarFeedSchema = /*#__PURE__*/ defineEndpoint(
  showCalendarFeed,
  'The address for calendar programs again, after a login of the last ten minutes',
  () => ({
    data: z.strictObject({
      url: z.nullable(z.string()).describe('Address of the calendar, relative to `apiUrl`; null: it cannot be shown')
    }),
    ...noInput
  })
)
export const deleteCalendarFeedSchema = /*#__PURE__*/ defineEndpoint(
  deleteCalendarFeed,
  'The address for calendar programs ends',
  () => ({ data: z.null(), ...noInput })
)

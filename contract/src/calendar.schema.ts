import * as z from 'zod/mini'
import { deleteCalendarFeed, getCalendarEvent, getCalendarFeed, renewCalendarFeed } from './calendar.ts'
import { documentFields } from './document.ts'
import { defineEndpoint, digits, noInput, optionalDigits, rowSchema } from './schema.ts'

export const getCalendarEventSchema = defineEndpoint(
  getCalendarEvent,
  'An event as a file for calendars',
  rowSchema(documentFields),
  { query: z.object({ eventId: digits, no: optionalDigits }) }
)
export const getCalendarFeedSchema = defineEndpoint(
  getCalendarFeed,
  'Whether the caller has an address for calendar programs',
  z.strictObject({ exists: z.boolean() })
)
export const renewCalendarFeedSchema = defineEndpoint(
  renewCalendarFeed,
  'A new address for calendar programs',
  z.strictObject({ url: z.string() }),
  noInput
)
export const deleteCalendarFeedSchema = defineEndpoint(
  deleteCalendarFeed,
  'The address for calendar programs ends',
  z.null(),
  noInput
)

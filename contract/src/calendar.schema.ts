import { z } from 'zod'
import {
  deleteCalendarFeed,
  getCalendarEvent,
  getCalendarFeed,
  renewCalendarFeed,
  showCalendarFeed
} from './calendar.ts'
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
  z.strictObject({ exists: z.boolean(), canBeShown: z.optional(z.boolean()) })
)
export const renewCalendarFeedSchema = defineEndpoint(
  renewCalendarFeed,
  'A new address for calendar programs',
  z.strictObject({ url: z.string(), canBeShown: z.optional(z.boolean()) }),
  noInput
)
export const showCalendarFeedSchema = defineEndpoint(
  showCalendarFeed,
  'The address for calendar programs again, after a login of the last ten minutes',
  z.strictObject({ url: z.nullable(z.string()) }),
  noInput
)
export const deleteCalendarFeedSchema = defineEndpoint(
  deleteCalendarFeed,
  'The address for calendar programs ends',
  z.null(),
  noInput
)

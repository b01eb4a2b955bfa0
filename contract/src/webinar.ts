import { z } from 'zod'
import { getCall } from './endpoint.ts'
import { eventKeyFields } from './event-key.ts'
import {
  dateField,
  type CustomerKeysQuery,
  type FieldsQuery,
  flagField,
  type FieldValues,
  idField,
  optionalField,
  textField,
  type WireRow
} from './field-codes.ts'
import {
  externalId,
  notNull,
  immutableField,
  matchingField,
  referenceTo,
  requiredField,
  refusesRow,
  ownField
} from './import-field.ts'
import { customerKeys, defineEndpoint, listRowSchema, resFields, rowSchema } from './schema.ts'

export const webinarFields = {
  /** Title of the webinar, or of its script. */
  caption: textField('WEB_BEZEICHNUNG', 200, 'read'),
  /** Address that a new tab opens, http or https; a relative one counts from `apiUrl`. */
  videolink: textField('WEB_LINK', 2000, 'read'),
  /** Last day on which the link is good (gültig bis). */
  expiryDate: dateField('WEB_GUELTIGBIS', 'read'),
  /** Whether the link leads to a script (zum Skriptum) instead of a webinar. */
  isPDFLink: flagField('WEB_ISTPDF', 'read'),
  /** Event of the link: links of the same event form a group of the list. */
  eventId: optionalField(idField('WEB_VERID', 'read')),
  /** The first day of that event. */
  start: optionalField(dateField('WEB_BEGINN', 'read')),
  /** State of that event; missing, or none of these: it takes place. */
  state: optionalField(textField('WEB_STATUS', 100, 'read')),
  /** Name of the colleague whose link it is; missing for the person's own and for one of all. */
  colleague: optionalField(textField('WEB_TEILNEHMER', 200, 'read'))
} as const

export type Webinar = FieldValues<typeof webinarFields>

export type WebinarQuery = FieldsQuery & CustomerKeysQuery

/**
 * Links that the person may open, in the order of the list. With `eventId`, a row may name the event of its link with its
 * number, too, as `events`.
 */
export const listWebinars = getCall<WebinarQuery, WireRow[]>('/eventmanager/webinarlink', { route: 'webinars' })

// A browser opens it.
const link = () =>
  matchingField(
    webinarFields.videolink,
    /^https?:\/\/[^\s/]/i,
    'must be an address that begins with https:// or http://.'
  )

export const webinarLinksImport = () => ({
  externalId,
  customer: requiredField(referenceTo('customers')),
  contact: refusesRow(
    referenceTo('contacts'),
    'Whose link it is; otherwise the participants’, or without an event the customer’s'
  ),
  event: refusesRow(referenceTo('events')),
  linkId: immutableField(ownField('number')),
  caption: requiredField(webinarFields.caption),
  link: requiredField(link()),
  expiryDate: refusesRow(webinarFields.expiryDate, 'Last day on which the link is good'),
  isPdf: notNull(webinarFields.isPDFLink, 'It leads to a script and not to a webinar')
})

export const listWebinarsSchema = /*#__PURE__*/ defineEndpoint(listWebinars, 'Webinar links of the session', () => ({
  data: z.array(
    rowSchema(webinarFields, {
      events: z.optional(z.array(listRowSchema(eventKeyFields)).describe('The event of the link'))
    })
  ),
  query: z.object({ ...resFields, ...customerKeys })
}))

import { z } from 'zod'
import { get } from './endpoint.ts'
import {
  date,
  type CustomerKeysQuery,
  type FieldsQuery,
  flag,
  type FieldValues,
  id,
  optional,
  text,
  type WireRow
} from './field-codes.ts'
import { externalId, notNull, immutable, matching, reference, required, refusesRow, own } from './import-field.ts'
import { customerKeys, defineEndpoint, resFields, rowSchema } from './schema.ts'

export const webinarFields = {
  caption: text('WEB_BEZEICHNUNG', 200, 'read'),
  videolink: text('WEB_LINK', 2000, 'read'),
  expiryDate: date('WEB_GUELTIGBIS', 'read'),
  isPDFLink: flag('WEB_ISTPDF', 'read'),
  /** Event of the link: links of the same event form a group of the list. */
  eventId: optional(id('WEB_VERID', 'read')),
  /** The first day of that event. */
  start: optional(date('WEB_BEGINN', 'read')),
  /** State of that event, one of `eventStates`. */
  state: optional(text('WEB_STATUS', 100, 'read'))
} as const

export type Webinar = FieldValues<typeof webinarFields>

export type WebinarQuery = FieldsQuery & CustomerKeysQuery

export const listWebinars = get<WebinarQuery, WireRow[]>('/eventmanager/webinarlink', { route: 'webinars' })

// A browser opens it.
const link = () =>
  matching(webinarFields.videolink, /^https?:\/\/[^\s/]/i, 'must be an address that begins with https:// or http://.')

/** A row of a provider, by member. */
export const webinarLinksImport = () => ({
  externalId,
  customer: required(reference('customers')),
  contact: refusesRow(
    reference('contacts'),
    'Whose link it is; otherwise the participants’, or without an event the customer’s'
  ),
  event: refusesRow(reference('events')),
  linkId: immutable(own('number')),
  caption: required(webinarFields.caption),
  link: required(link()),
  expiryDate: refusesRow(webinarFields.expiryDate, 'Last day on which the link is good'),
  isPdf: notNull(webinarFields.isPDFLink, 'It leads to a script and not to a webinar')
})

export const listWebinarsSchema = /*#__PURE__*/ defineEndpoint(listWebinars, 'Webinar links of the session', () => ({
  data: z.array(rowSchema(webinarFields)),
  query: z.object({ ...resFields, ...customerKeys })
}))

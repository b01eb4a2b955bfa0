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

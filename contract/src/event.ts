import { get } from './endpoint.ts'
import {
  type CustomerKeysQuery,
  type FieldValues,
  type FieldsQuery,
  type WireRow,
  date,
  id,
  text
} from './field-codes.ts'
import { everyRight } from './rights.ts'

/** An event in which a participant took part (section 3, event entry for a participant). */
export const participantEventFields = {
  caption: text('VER_BEZEICHNUNG', 200, 'read'),
  eventId: id('VER_ID', 'read'),
  no: id('VER_LFDNR', 'read'),
  participantId: id('VER_TEILNEHMERID', 'read'),
  from: date('VER_VON', 'read'),
  to: date('VER_BIS', 'read')
} as const

/** States of an event; one without a state is confirmed. */
export const eventStates = ['confirmed', 'cancelled'] as const

export type ParticipantEvent = FieldValues<typeof participantEventFields>

/** Query for a participant's events. Days are sent as dd.MM.yyyy. Ids only narrow the data of the session. */
export interface ParticipantQuery extends CustomerKeysQuery {
  contactCompany?: string | undefined
  contactId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export const listEventsBySubscriber = get<ParticipantQuery & FieldsQuery, WireRow[]>(
  '/eventmanager/eventsbysubscriber',
  everyRight
)
/** Call: the same list with all fields. */
export const listEventsByParticipant = get<ParticipantQuery, WireRow[]>('/eventmanager/eventsbyparticipant', everyRight)

/** A drawing of a room or seat plan (section 3), for `<event-layers>`. */
export const eventModelFields = {
  css: text('MOD_CSS', 0, 'read'),
  svg: text('MOD_SVG', 0, 'read'),
  html: text('MOD_HTML', 0, 'read')
} as const

export type EventModel = FieldValues<typeof eventModelFields>

export const getEventModel = get<FieldsQuery & { modelId: string; eventId?: string | undefined }, WireRow>(
  '/eventmodel',
  everyRight
)

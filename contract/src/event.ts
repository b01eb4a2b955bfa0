import { z } from 'zod'
import { fromGermanDate } from './dates.ts'
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
import {
  choice,
  decimal,
  externalId,
  notNull,
  immutable,
  reference,
  refusesRow,
  required,
  own
} from './import-field.ts'
import { everyRight } from './rights.ts'
import { customerKeys, defineEndpoint, optionalDigits, resFields, rowSchema, parameter } from './schema.ts'

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

/** A row of a provider, by member. */
export const eventsImport = () => ({
  externalId,
  eventId: immutable(
    participantEventFields.eventId,
    'The same for one seminar that is held several times, with another no'
  ),
  no: immutable(participantEventFields.no, '1 where it is left out'),
  caption: required(participantEventFields.caption),
  fromDate: participantEventFields.from,
  toDate: participantEventFields.to,
  location: own('text', 200),
  state: refusesRow(choice(null, eventStates), 'confirmed where nothing is said; a cancelled one confirms nothing'),
  productType: notNull(own('number'), '1 where it is left out; 2 is online'),
  videoOnDemand: notNull(own('flag'), 'With productType 2, documents are headed Aufzeichnung instead of Skripte')
})

/** A row of a provider, by member: a day of an event. */
export const eventDatesImport = () => ({
  event: required(reference('events')),
  dayNo: required(own('number')),
  date: required(own('date')),
  starts: { ...own('time'), description: 'With ends 00:00 too, it is the whole day' },
  ends: { ...own('time'), description: 'Before starts, it is the next morning, at most 12 hours later' },
  hours: { ...decimal(3), description: 'Training hours of the day, from 0 to 24' }
})

/** Limit of characters, which is also the elements' limit. */
const maxDrawing = 4_000_000

/** A row of a provider, by member. */
export const eventModelsImport = () => ({
  modelId: required(own('text', 100), 'As the attribute model-id of event-layers has it'),
  event: refusesRow(reference('events'), 'For this event alone; otherwise for each with this modelId'),
  css: required(own('markup', maxDrawing, eventModelFields.css.code)),
  svg: required(own('markup', maxDrawing, eventModelFields.svg.code)),
  html: required(own('markup', maxDrawing, eventModelFields.html.code))
})

const day = () =>
  z.optional(
    z.string().check(
      z.refine((value) => value === '' || fromGermanDate(value) !== null),
      z.describe('dd.MM.yyyy')
    )
  )
const participant = () => ({
  ...customerKeys,
  contactCompany: optionalDigits,
  contactId: optionalDigits,
  from: day(),
  to: day()
})
const rows = () => z.array(rowSchema(participantEventFields))

export const listEventsBySubscriberSchema = /*#__PURE__*/ defineEndpoint(
  listEventsBySubscriber,
  'Events of a participant',
  () => ({
    data: rows(),
    query: z.object({ ...participant(), ...resFields })
  })
)
export const listEventsByParticipantSchema = /*#__PURE__*/ defineEndpoint(
  listEventsByParticipant,
  'Events of a participant, all fields',
  () => ({ data: rows(), query: z.object(participant()) })
)

export const getEventModelSchema = /*#__PURE__*/ defineEndpoint(
  getEventModel,
  'Drawing of a room or seat plan',
  () => ({
    data: rowSchema(eventModelFields),
    query: z.object({ ...resFields, modelId: parameter, eventId: z.optional(parameter) })
  })
)

import { z } from 'zod'
import { fromGermanDate } from './dates.ts'
import {
  eventModelFields,
  eventStates,
  getEventModel,
  listEventsByParticipant,
  listEventsBySubscriber,
  participantEventFields
} from './event.ts'
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
import { customerKeys, defineEndpoint, optionalDigits, resFields, rowSchema, parameter } from './schema.ts'

const { eventId, no, caption, from: fromDate, to: toDate } = participantEventFields

/** A row of a provider, by member. */
export const eventsImport = {
  externalId,
  eventId: immutable(eventId, 'The same for one seminar that is held several times, with another no'),
  no: immutable(no, '1 where it is left out'),
  caption: required(caption),
  fromDate,
  toDate,
  location: own('text', 200),
  state: refusesRow(choice(null, eventStates), 'confirmed where nothing is said; a cancelled one confirms nothing'),
  productType: notNull(own('number'), '1 where it is left out; 2 is online'),
  videoOnDemand: notNull(own('flag'), 'With productType 2, documents are headed Aufzeichnung instead of Skripte')
} as const

/** A row of a provider, by member: a day of an event. */
export const eventDatesImport = {
  event: required(reference('events')),
  dayNo: required(own('number')),
  date: required(own('date')),
  starts: { ...own('time'), description: 'With ends 00:00 too, it is the whole day' },
  ends: { ...own('time'), description: 'Before starts, it is the next morning, at most 12 hours later' },
  hours: { ...decimal(3), description: 'Training hours of the day, from 0 to 24' }
} as const

/** Limit of characters, which is also the elements' limit. */
const maxDrawing = 4_000_000
const { css, svg, html } = eventModelFields

/** A row of a provider, by member. */
export const eventModelsImport = {
  modelId: required(own('text', 100), 'As the attribute model-id of event-layers has it'),
  event: refusesRow(reference('events'), 'For this event alone; otherwise for each with this modelId'),
  css: required(own('markup', maxDrawing, css.code)),
  svg: required(own('markup', maxDrawing, svg.code)),
  html: required(own('markup', maxDrawing, html.code))
} as const

const day = z.optional(
  z.string().check(
    z.refine((value) => value === '' || fromGermanDate(value) !== null),
    z.describe('dd.MM.yyyy')
  )
)
const participant = {
  ...customerKeys,
  contactCompany: optionalDigits,
  contactId: optionalDigits,
  from: day,
  to: day
}
const rows = z.array(rowSchema(participantEventFields))

export const listEventsBySubscriberSchema = defineEndpoint(listEventsBySubscriber, 'Events of a participant', rows, {
  query: z.object({ ...participant, ...resFields })
})
export const listEventsByParticipantSchema = defineEndpoint(
  listEventsByParticipant,
  'Events of a participant, all fields',
  rows,
  { query: z.object(participant) }
)

const query = z.object({ ...resFields, modelId: parameter, eventId: z.optional(parameter) })

export const getEventModelSchema = defineEndpoint(
  getEventModel,
  'Drawing of a room or seat plan',
  rowSchema(eventModelFields),
  { query }
)

import { z } from 'zod'
import { fromGermanDate } from './dates.ts'
import { getCall } from './endpoint.ts'
import {
  type CustomerKeysQuery,
  type FieldValues,
  type FieldsQuery,
  type WireRow,
  dateField,
  idField,
  textField
} from './field-codes.ts'
import {
  choiceField,
  endsDay,
  ownDecimal,
  externalId,
  notNull,
  immutableField,
  referenceTo,
  refusesRow,
  requiredField,
  ownField
} from './import-field.ts'
import { everyRight } from './rights.ts'
import { customerKeys, defineEndpoint, optionalDigits, resFields, rowSchema, parameterSchema } from './schema.ts'

/** An event in which a participant took part. */
export const participantEventFields = {
  /** Title of the event. */
  caption: textField('VER_BEZEICHNUNG', 200, 'read'),
  /** Id of the event, without which the row is left out; dates of the same event have the same. */
  eventId: idField('VER_ID', 'read'),
  /** Number of the date among those of the event. */
  no: idField('VER_LFDNR', 'read'),
  /** Id of the participation, which a confirmation names. */
  participantId: idField('VER_TEILNEHMERID', 'read'),
  /** First day. */
  from: dateField('VER_VON', 'read'),
  /** Last day. */
  to: dateField('VER_BIS', 'read')
} as const

export const eventStates = [
  /** The event takes place, as one without a state or with another one does. */
  'confirmed',
  /** The event does not take place, and confirms nothing. */
  'cancelled'
] as const

export type ParticipantEvent = FieldValues<typeof participantEventFields>

/** Query for a participant's events. Days are sent as dd.MM.yyyy. Ids only narrow the data of the session. */
export interface ParticipantQuery extends CustomerKeysQuery {
  contactCompany?: string | undefined
  contactId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Attended events that are over, for participation confirmations. Without `contactId` one row for each participation of the company. */
export const listEventsBySubscriber = getCall<ParticipantQuery & FieldsQuery, WireRow[]>(
  '/eventmanager/eventsbysubscriber',
  everyRight
)
/** Attended events within a period, for hour records, with all fields. */
export const listEventsByParticipant = getCall<ParticipantQuery, WireRow[]>(
  '/eventmanager/eventsbyparticipant',
  everyRight
)

/** A drawing of a room or seat plan, for `<event-layers>`. */
export const eventModelFields = {
  /** Style sheet of the drawing. */
  css: textField('MOD_CSS', 0, 'read'),
  /**
   * The drawing. `data-seat` marks a seat with its id, `data-seat-label` names it, and `data-seat-taken` makes one that
   * nobody can choose.
   */
  svg: textField('MOD_SVG', 0, 'read'),
  /** The drawing as markup, which the elements do not ask for. */
  html: textField('MOD_HTML', 0, 'read')
} as const

export type EventModel = FieldValues<typeof eventModelFields>

/** Asked for by `<event-layers>` alone. */
export const getEventModel = getCall<FieldsQuery & { modelId: string; eventId?: string | undefined }, WireRow>(
  '/eventmodel',
  everyRight
)

export const eventsImport = () => ({
  externalId,
  eventId: immutableField(
    participantEventFields.eventId,
    'The same for one seminar that is held several times, with another no'
  ),
  no: immutableField(participantEventFields.no, '1 where it is left out'),
  caption: requiredField(participantEventFields.caption),
  fromDate: participantEventFields.from,
  toDate: participantEventFields.to,
  location: ownField('text', 200),
  state: refusesRow(
    choiceField(null, eventStates),
    'confirmed where nothing is said; a cancelled one confirms nothing'
  ),
  productType: notNull(ownField('number'), '1 where it is left out; 2 is online'),
  videoOnDemand: notNull(ownField('flag'), 'With productType 2, documents are headed Aufzeichnung instead of Skripte')
})

/** A row of a provider, by member: a day of an event. */
export const eventDatesImport = () => ({
  event: requiredField(referenceTo('events')),
  dayNo: requiredField(ownField('number')),
  date: requiredField(ownField('date')),
  starts: { ...ownField('time'), description: 'With ends 00:00 too, it is the whole day' },
  ends: endsDay(ownField('time'), 'Before starts, it is on the next day: at most 12 hours later, or at midnight'),
  hours: { ...ownDecimal(3), description: 'Training hours of the day, from 0 to 24' }
})

/** Limit of characters, which is also the elements' limit. */
const maxDrawing = 4_000_000

export const eventModelsImport = () => ({
  modelId: requiredField(ownField('text', 100), 'As the attribute model-id of event-layers has it'),
  event: refusesRow(referenceTo('events'), 'For this event alone; otherwise for each with this modelId'),
  css: requiredField(ownField('markup', maxDrawing, eventModelFields.css.code)),
  svg: requiredField(ownField('markup', maxDrawing, eventModelFields.svg.code)),
  html: requiredField(ownField('markup', maxDrawing, eventModelFields.html.code))
})

const day = (meaning: string) =>
  z.optional(
    z.string().check(
      z.refine((value) => value === '' || fromGermanDate(value) !== null),
      z.describe(`${meaning}, dd.MM.yyyy`)
    )
  )
const participant = () => ({
  ...customerKeys,
  contactCompany: optionalDigits.describe('The provider’s own company of the person, as `ASP_KONTAKTFIRMA` has it'),
  contactId: optionalDigits.describe('Number of the person, as `ASP_KONTAKTID` has it'),
  from: day('First day of the period'),
  to: day('Last day of the period')
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
    query: z.object({
      ...resFields,
      modelId: parameterSchema.describe('The attribute `model-id` of the element'),
      eventId: z
        .optional(parameterSchema)
        .describe('The attribute `event-id`: the drawing of this event alone; empty without it')
    })
  })
)

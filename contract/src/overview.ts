import { z } from 'zod'
import { getCall, ofFeature } from './endpoint.ts'
import {
  alwaysSent,
  dateField,
  type FieldValues,
  idField,
  numberField,
  optionalField,
  textField
} from './field-codes.ts'
import { everyRight } from './rights.ts'
import { defineEndpoint, listRowSchema, moneyMembers, partOf } from './schema.ts'

/**
 * News of the overview beside its tiles; null if the person may not see them, or if there are none. Days are
 * yyyy-MM-dd.
 */
export const overviewFields = {
  /** Full name of the person. */
  person: alwaysSent(textField('person')),
  /** Name of the company; null for a private customer. */
  customer: textField('customer'),
  /** First day of the next event of the people for whom the person may act. */
  nextEvent: dateField('nextEvent'),
  /** Last day of the latest event that may be confirmed. */
  lastEvent: dateField('lastEvent'),
  /** Day of the newest invoice; null for a person who may not see invoices. */
  lastInvoice: dateField('lastInvoice'),
  /** Day of the person's previous visit before today's. */
  lastVisit: dateField('lastVisit'),
  /** Number of the customer's active contacts, which the list shows first; null for a person who may not open it. */
  contacts: optionalField(numberField('contacts')),
  /** Number of all events of `listOverviewEvents`. */
  eventCount: optionalField(numberField('eventCount')),
  /** Number of the person's documents that were made since the last visit, within the last day. */
  readyJobs: optionalField(numberField('readyJobs'))
} as const

/** A future or current event of the people for whom the person may act. */
export const nextEventFields = {
  /** Id with which the file for calendars is asked for. */
  eventId: alwaysSent(idField('eventId')),
  /** Title of the event. */
  caption: textField('caption'),
  /** First day. */
  from: dateField('from'),
  /** Last day. */
  to: dateField('to'),
  /** Start on the first day as HH:mm on the provider's clock; left out for a whole day, and where it is unknown. */
  starts: optionalField(textField('starts')),
  /** Place where the event is held. */
  location: textField('location'),
  /** Count of these people who take part. */
  persons: numberField('persons'),
  /** Address for joining the event, http or https. */
  webinarLink: textField('webinarLink'),
  /** State of the event; missing, or none of these: it takes place. */
  state: optionalField(textField('state'))
} as const

/**
 * An event of the people for whom the person may act, with counts of its rows in the person's lists; a count is null where
 * the person may not open the list.
 */
export const overviewEventFields = {
  /** Id of the event, which may have several dates. */
  eventId: alwaysSent(idField('eventId')),
  /** Number of its date. */
  no: alwaysSent(idField('no')),
  /** Title of the event. */
  caption: textField('caption'),
  /** First day. */
  from: dateField('from'),
  /** Last day. */
  to: dateField('to'),
  /** Place of the event. */
  location: textField('location'),
  /** One of `eventStates`. */
  state: optionalField(textField('state')),
  /** Count of these people who are booked. */
  persons: numberField('persons'),
  /** Count of these people who are on the waiting list. */
  waiting: optionalField(numberField('waiting')),
  /** Count of links that can be opened now. */
  webinars: numberField('webinars'),
  /** Count of scripts and recordings. */
  documents: numberField('documents'),
  /** Count of participations that can be confirmed. */
  confirmations: numberField('confirmations'),
  /** Count of invoices for its orders. */
  invoices: numberField('invoices')
} as const

export type OverviewEvent = FieldValues<typeof overviewEventFields>

/** Scripts and recordings of an event that arrived after the last visit. */
export const newDocumentsFields = {
  /** Id of the event, as the list of scripts has it. */
  eventId: alwaysSent(idField('eventId')),
  /** Title of the event. */
  caption: textField('caption'),
  /** How many are new. */
  count: alwaysSent(numberField('count'))
} as const

export const openInvoicesFields = {
  /** How many are to be paid. */
  count: alwaysSent(numberField('count'))
} as const

/** Sum in one currency. `amount` is a decimal number, as in an invoice. */
export const openSumFields = {
  /** ISO 4217, such as `EUR`. */
  currency: textField('currency'),
  /** A decimal number such as `1234.50`. */
  amount: textField('amount')
} as const

/** The invoice that is to be paid first. */
export const firstInvoiceFields = {
  /** Number of the invoice, as it is printed. */
  no: idField('no'),
  ...openSumFields,
  /** The last day to pay. */
  dueDate: dateField('dueDate')
} as const

export type NextEvent = FieldValues<typeof nextEventFields>
export type NewDocuments = FieldValues<typeof newDocumentsFields>

export interface OpenInvoices extends FieldValues<typeof openInvoicesFields> {
  readonly sums: readonly FieldValues<typeof openSumFields>[]
  /** The parts of the sums whose last day for payment is over. */
  readonly due?: readonly FieldValues<typeof openSumFields>[] | null | undefined
  readonly first: FieldValues<typeof firstInvoiceFields> | null
}

/** A list is empty if there is nothing, and null if its content is unknown, such as documents at the first visit. */
export interface Overview extends FieldValues<typeof overviewFields> {
  /** The next three. */
  readonly nextEvents?: readonly NextEvent[] | null | undefined
  /** Null for a person who may not open the invoices. */
  readonly openInvoices?: OpenInvoices | null | undefined
  readonly newDocuments?: readonly NewDocuments[] | null | undefined
  /** The first six of `listOverviewEvents`. */
  readonly events?: readonly OverviewEvent[] | null | undefined
}

/** A call also notes the visit. A call within half an hour of the previous one belongs to the same visit. */
export const getOverview = ofFeature('overview', {
  ...getCall<undefined, Overview>('/overview', everyRight),
  stores: true
})

/** Call: all events, those that are not over first, the next one on top, and then the others, the latest first. */
export const listOverviewEvents = ofFeature(
  'overview-events',
  getCall<undefined, OverviewEvent[]>('/overview/events', everyRight)
)

const orNull = <Schema extends z.ZodType>(schema: Schema) => z.optional(z.nullable(schema))
const openInvoices = () =>
  listRowSchema(openInvoicesFields, {
    sums: z.array(partOf(openSumFields, z.strictObject(moneyMembers))).describe('What is open, by currency'),
    due: orNull(z.array(partOf(openSumFields, z.strictObject(moneyMembers)))).describe('What is overdue, by currency'),
    first: z
      .nullable(listRowSchema(firstInvoiceFields, { ...moneyMembers, no: z.nullable(z.string()) }))
      .describe('The invoice that is to be paid first')
  })

export const getOverviewSchema = /*#__PURE__*/ defineEndpoint(
  getOverview,
  'What today needs and what is new for the person, and notes the visit',
  () => ({
    data: listRowSchema<Overview>(overviewFields, {
      nextEvents: orNull(z.array(listRowSchema(nextEventFields))).describe('The next three; null: not shown'),
      openInvoices: orNull(openInvoices()).describe('Null for a person who may not see invoices'),
      newDocuments: orNull(z.array(listRowSchema(newDocumentsFields))).describe(
        'Scripts since the last visit; null: not shown'
      ),
      events: orNull(z.array(listRowSchema(overviewEventFields))).describe(
        'The first six of `GET /overview/events`; null: not shown'
      )
    })
  })
)
export const listOverviewEventsSchema = /*#__PURE__*/ defineEndpoint(
  listOverviewEvents,
  'Events of the person or company, with counts of what belongs to them',
  () => ({ data: z.array(listRowSchema<OverviewEvent>(overviewEventFields)) })
)

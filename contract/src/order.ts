import { z } from 'zod'
import { getCall, ofFeature } from './endpoint.ts'
import { exportSchema } from './exported-file.ts'
import {
  alwaysSent,
  dateField,
  type FieldValues,
  idField,
  optionalField,
  textField,
  type WireRow
} from './field-codes.ts'
import { describeField, externalId, immutableField, referenceTo, requiredField, ownField } from './import-field.ts'
import { defineEndpoint, listRowSchema } from './schema.ts'

/** `date` is the time of the registration, with its offset. */
export const orderFields = {
  /** Number of the order. */
  no: alwaysSent(idField('no')),
  /** Time or day of the order. */
  date: textField('date'),
  /** Name of the person who has ordered. */
  orderedFrom: textField('orderedFrom', 200)
} as const
export const orderedEventFields = {
  /** Title of the event. */
  caption: textField('caption'),
  /** Id of the event; dates of the same event have the same. */
  eventId: alwaysSent(idField('eventId')),
  /** Number of the date among those of the event. */
  no: alwaysSent(idField('no')),
  /** First day. */
  from: dateField('from'),
  /** Last day. */
  to: dateField('to'),
  /** Place where the event is held. */
  location: textField('location'),
  /** State of the event; missing, or none of these: it takes place. */
  state: optionalField(textField('state'))
} as const

/** States of a booking: only `booked` counts as participation; the order shows the others. */
export const bookingStates = [
  /** The participant takes part, as one without a state or with another one does. */
  'booked',
  /** On the waiting list, shown as Warteliste. */
  'waiting',
  /** Cancelled, shown as storniert. */
  'cancelled',
  /** Booked on another date instead, shown as umgebucht. */
  'rebooked'
] as const

/** States of a booking that does not take part. */
export const [, ...absentStates] = bookingStates

/** Tells whether a booking takes part: it is neither cancelled nor rebooked, and does not wait for a place. */
export const takesPart = ({ state }: { readonly state?: string | null | undefined }): boolean =>
  !absentStates.some((one) => one === state)

/** `state` is one of `bookingStates`; `booked` if a backend leaves it out. */
export const orderedParticipantFields = {
  /** Name of the participant, without which the row is left out. */
  caption: alwaysSent(textField('caption')),
  /** State of the booking; missing, or none of these: booked. */
  state: optionalField(textField('state')),
  /** Number of the participation, with which its confirmation is requested. */
  participantId: optionalField(idField('participantId')),
  /** Company of the provider to which the person belongs; that of the session if missing. */
  contactCompany: optionalField(idField('contactCompany')),
  /** Number of the person, without which no confirmation is offered. */
  contactId: optionalField(idField('contactId'))
} as const

export interface OrderedEvent extends FieldValues<typeof orderedEventFields> {
  participants: FieldValues<typeof orderedParticipantFields>[]
}

export interface Order extends FieldValues<typeof orderFields> {
  events: OrderedEvent[]
}

/**
 * The newest first: the elements keep this order until a person sorts the list. Each order has its events and their
 * participants.
 */
export const listOrders = getCall<undefined, Order[]>('/eventmanager/ordersbysubscriber', { route: 'orders' })

/** The file comes in the fields of a document. */
export const exportOrders = ofFeature('csv', getCall<undefined, WireRow>('/csv/orders', { route: 'orders' }))

export const ordersImport = () => ({
  externalId,
  customer: requiredField(referenceTo('customers')),
  no: immutableField(orderFields.no, 'Number of the order'),
  registeredAt: requiredField(ownField('timestamp')),
  orderedFrom: requiredField(orderFields.orderedFrom, 'Name of who ordered, as lists show it'),
  orderedBy: describeField(referenceTo('contacts'), 'Who ordered, if a contact of the customer')
})

const participants = () =>
  z.array(
    listRowSchema<OrderedEvent['participants'][number]>(orderedParticipantFields, {
      state: z.optional(z.enum(bookingStates))
    })
  )
const events = () =>
  z
    .array(listRowSchema(orderedEventFields, { participants: participants().describe('Participants of the event') }))
    .describe('Events of the order')
const orders = () => z.array(listRowSchema<Order>(orderFields, { events: events() }))

export const listOrdersSchema = /*#__PURE__*/ defineEndpoint(
  listOrders,
  'Orders of the company with their events and participants',
  () => ({ data: orders() })
)
export const exportOrdersSchema = /*#__PURE__*/ exportSchema(exportOrders)

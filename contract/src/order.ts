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
  no: alwaysSent(idField('no')),
  date: textField('date'),
  orderedFrom: textField('orderedFrom', 200)
} as const
export const orderedEventFields = {
  caption: textField('caption'),
  eventId: alwaysSent(idField('eventId')),
  no: alwaysSent(idField('no')),
  from: dateField('from'),
  to: dateField('to'),
  location: textField('location'),
  /** One of `eventStates`. */
  state: optionalField(textField('state'))
} as const

/** States of a booking: only `booked` counts as participation; the order shows the others. */
export const bookingStates = ['booked', 'waiting', 'cancelled', 'rebooked'] as const

/** `state` is one of `bookingStates`; `booked` if a backend leaves it out. */
export const orderedParticipantFields = {
  caption: alwaysSent(textField('caption')),
  state: optionalField(textField('state'))
} as const

export interface OrderedEvent extends FieldValues<typeof orderedEventFields> {
  participants: FieldValues<typeof orderedParticipantFields>[]
}

export interface Order extends FieldValues<typeof orderFields> {
  events: OrderedEvent[]
}

export const listOrders = getCall<undefined, Order[]>('/eventmanager/ordersbysubscriber', { route: 'orders' })

/** The list as a file for spreadsheets, in the fields of a document. */
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
const events = () => z.array(listRowSchema(orderedEventFields, { participants: participants() }))
const orders = () => z.array(listRowSchema<Order>(orderFields, { events: events() }))

export const listOrdersSchema = /*#__PURE__*/ defineEndpoint(
  listOrders,
  'Orders of the company with their events and participants',
  () => ({ data: orders() })
)
export const exportOrdersSchema = /*#__PURE__*/ exportSchema(exportOrders)

import { z } from 'zod'
import { get, ofFeature } from './endpoint.ts'
import { exportSchema } from './exported-file.ts'
import { always, date, type FieldValues, id, optional, text, type WireRow } from './field-codes.ts'
import { described, externalId, immutable, reference, required, own } from './import-field.ts'
import { defineEndpoint, listRowSchema } from './schema.ts'

/** `date` is the time of the registration, with its offset. */
export const orderFields = { no: always(id('no')), date: text('date'), orderedFrom: text('orderedFrom') } as const
export const orderedEventFields = {
  caption: text('caption'),
  eventId: always(id('eventId')),
  no: always(id('no')),
  from: date('from'),
  to: date('to'),
  location: text('location'),
  /** One of `eventStates`. */
  state: optional(text('state'))
} as const

/** States of a booking: only `booked` counts as participation; the order shows the others. */
export const bookingStates = ['booked', 'waiting', 'cancelled', 'rebooked'] as const

/** `state` is one of `bookingStates`; `booked` if a backend leaves it out. */
export const orderedParticipantFields = { caption: always(text('caption')), state: optional(text('state')) } as const

export interface OrderedEvent extends FieldValues<typeof orderedEventFields> {
  participants: FieldValues<typeof orderedParticipantFields>[]
}

export interface Order extends FieldValues<typeof orderFields> {
  events: OrderedEvent[]
}

export const listOrders = get<undefined, Order[]>('/eventmanager/ordersbysubscriber', { route: 'orders' })

/** The list as a file for spreadsheets, in the fields of a document. */
export const exportOrders = ofFeature('csv', get<undefined, WireRow>('/csv/orders', { route: 'orders' }))

/** A row of a provider, by member. */
export const ordersImport = () => ({
  externalId,
  customer: required(immutable(reference('customers'))),
  no: immutable(own('number'), 'Number of the order'),
  registeredAt: required(own('timestamp')),
  orderedFrom: required(own('text', 200), 'Name of who ordered, as lists show it'),
  orderedBy: described(reference('contacts'), 'Who ordered, if a contact of the customer')
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

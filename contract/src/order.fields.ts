import { z } from 'zod'
import { exportSchema } from './document.fields.ts'
import { participantEventFields } from './event.ts'
import {
  choice,
  decimal,
  described,
  externalId,
  notNull,
  immutable,
  reference,
  required,
  refusesRow,
  own
} from './import-field.ts'
import {
  bookingStates,
  exportOrders,
  listOrders,
  type Order,
  type OrderedEvent,
  orderedEventFields,
  orderedParticipantFields,
  orderFields
} from './order.ts'
import { defineEndpoint, listRowSchema } from './schema.ts'

/** A row of a provider, by member. */
export const ordersImport = {
  externalId,
  customer: required(immutable(reference('customers'))),
  no: immutable(own('number'), 'Number of the order'),
  registeredAt: required(own('timestamp')),
  orderedFrom: required(own('text', 200), 'Name of who ordered, as lists show it'),
  orderedBy: described(reference('contacts'), 'Who ordered, if a contact of the customer')
} as const

/** A row of a provider, by member. Only `externalId`, `attended` and `hours` report attendance. */
export const participationsImport = {
  externalId,
  contact: required(reference('contacts')),
  event: required(reference('events')),
  order: reference('orders'),
  participantId: immutable(participantEventFields.participantId),
  state: refusesRow(choice(null, bookingStates), 'booked where nothing is said; only those count as taking part'),
  rebookedTo: described(reference('events'), 'The event to which a rebooked one went, if you say so'),
  attended: refusesRow(notNull(own('flag')), 'Only then there are confirmations and hours'),
  hours: described(decimal(4), 'Training hours that count; empty where nobody knows them, which is not 0'),
  price: refusesRow(notNull(decimal(7)), 'Net, in euros')
} as const

const participants = z.array(
  listRowSchema<OrderedEvent['participants'][number]>(orderedParticipantFields, {
    state: z.optional(z.enum(bookingStates))
  })
)
const events = z.array(listRowSchema(orderedEventFields, { participants }))
const orders = z.array(listRowSchema<Order>(orderFields, { events }))

export const listOrdersSchema = defineEndpoint(
  listOrders,
  'Orders of the company with their events and participants',
  orders
)
export const exportOrdersSchema = exportSchema(exportOrders)

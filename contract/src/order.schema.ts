import * as z from 'zod/mini'
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
import { defineEndpoint, defineExport, listRowSchema } from './schema.ts'

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
export const exportOrdersSchema = defineExport(exportOrders)

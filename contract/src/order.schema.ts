import * as z from 'zod/mini'
import { documentFields } from './document.ts'
import { exportOrders, listOrders } from './order.ts'
import { defineEndpoint, isoDate, rowSchema } from './schema.ts'

const orders = z.array(
  z.strictObject({
    no: z.int(),
    date: z.nullable(z.string()),
    orderedFrom: z.nullable(z.string()),
    events: z.array(
      z.strictObject({
        caption: z.nullable(z.string()),
        eventId: z.int(),
        no: z.int(),
        from: z.nullable(isoDate),
        to: z.nullable(isoDate),
        location: z.nullable(z.string()),
        participants: z.array(z.strictObject({ caption: z.string() }))
      })
    )
  })
)

export const listOrdersSchema = defineEndpoint(
  listOrders,
  'Orders of the company with their events and participants',
  orders
)
export const exportOrdersSchema = defineEndpoint(
  exportOrders,
  'The list as a file for spreadsheets',
  rowSchema(documentFields)
)

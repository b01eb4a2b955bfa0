import { get, ofFeature } from './endpoint.ts'
import type { Id, WireRow } from './field-codes.ts'

export interface OrderedEvent {
  caption: string | null
  eventId: Id
  no: Id
  from: string | null
  to: string | null
  location: string | null
  participants: { caption: string }[]
}

export interface Order {
  no: Id
  /** Registration time with offset. */
  date: string | null
  orderedFrom: string | null
  events: OrderedEvent[]
}

export const listOrders = get<undefined, Order[]>('/eventmanager/ordersbysubscriber', { route: 'orders' })

/** The list as a file for spreadsheets, in the fields of a document. */
export const exportOrders = ofFeature('csv', get<undefined, WireRow>('/csv/orders', { route: 'orders' }))

import { get } from './endpoint.ts'

export interface OrderedEvent {
  caption: string | null
  eventId: number
  no: number
  from: string | null
  to: string | null
  location: string | null
  participants: { caption: string }[]
}

export interface Order {
  no: number
  /** Registration time with offset. */
  date: string | null
  orderedFrom: string | null
  events: OrderedEvent[]
}

export const listOrders = get<undefined, Order[]>('/eventmanager/ordersbysubscriber', { route: 'orders' })

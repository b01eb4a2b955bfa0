import { get, ofFeature } from './endpoint.ts'
import { date, type Id, id, text, type WireRow } from './field-codes.ts'

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

/** Their members, as fields of plain names. */
export const orderFields = { no: id('no'), date: date('date'), orderedFrom: text('orderedFrom') } as const
export const orderedEventFields = {
  caption: text('caption'),
  eventId: id('eventId'),
  no: id('no'),
  from: date('from'),
  to: date('to'),
  location: text('location')
} as const
export const orderedParticipantFields = { caption: text('caption') } as const

export const listOrders = get<undefined, Order[]>('/eventmanager/ordersbysubscriber', { route: 'orders' })

/** The list as a file for spreadsheets, in the fields of a document. */
export const exportOrders = ofFeature('csv', get<undefined, WireRow>('/csv/orders', { route: 'orders' }))

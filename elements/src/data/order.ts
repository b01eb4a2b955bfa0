import { queryOptions } from '@tanstack/react-query'
import {
  bookingStates,
  listOrders,
  type Order,
  type OrderedEvent,
  orderedEventFields,
  orderedParticipantFields,
  orderFields
} from '@customer-center/contract/order'
import { codeOf, type FieldCodes } from '../client/fields.ts'
import { plainRows } from '../client/rows.ts'
import type { AppContext } from '../context/app-context.ts'
import { noteUnknown } from '../lib/note-unknown.ts'

const order = { noun: 'order', fields: orderFields } as const
const participant = { noun: 'ordered-participant', fields: orderedParticipantFields } as const
const orderedEvent = { noun: 'ordered-event', fields: orderedEventFields } as const

/** Query: the company's orders, in the server's order. */
export function orders({ call, config: { fieldCodes } }: AppContext) {
  return queryOptions({
    queryKey: ['orders'],
    queryFn: async ({ signal }) =>
      plainRows<Order>(order, fieldCodes, await call(listOrders, { signal })).map((one) => withEvents(one, fieldCodes))
  })
}

/** Adds empty lists where another backend leaves out events or participants. */
function withEvents(one: Order, codes: FieldCodes): Order {
  const events = plainRows<OrderedEvent>(orderedEvent, codes, Reflect.get(one, codeOf(order, codes, 'events')))
  const participants = codeOf(orderedEvent, codes, 'participants')
  return {
    ...one,
    events: events.map((event) => ({ ...event, participants: withCaption(Reflect.get(event, participants), codes) }))
  }
}

type Participant = OrderedEvent['participants'][number]

/** Leaves out participants without a name, which would be empty lines. */
function withCaption(participants: unknown, codes: FieldCodes): Participant[] {
  const rows = plainRows<Participant | (Omit<Participant, 'caption'> & { caption: null })>(
    participant,
    codes,
    participants
  )
  for (const { state } of rows) noteUnknown('state of a booking', state, bookingStates)
  return rows.filter((one): one is Participant => Boolean(one.caption?.trim()))
}

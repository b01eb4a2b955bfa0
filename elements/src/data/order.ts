import { queryOptions } from '@tanstack/react-query'
import {
  bookingStates,
  listOrders,
  orderedEventFields,
  orderedParticipantFields,
  orderFields
} from '@customer-center/contract/order'
import { rowsOf } from '../client/rows.ts'
import type { RowOf } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { warnOfUnknownValue } from '../lib/warn-of-unknown-value.ts'

const participants = { noun: 'ordered-participant', fields: orderedParticipantFields } as const
const events = { noun: 'ordered-event', fields: orderedEventFields, lists: { participants } } as const
const as = rowsOf({ noun: 'order', fields: orderFields, lists: { events } })

export type ListedOrder = RowOf<typeof as.map>
export type ListedOrderEvent = RowOf<typeof events>

/** Query: the company's orders, in the server's order. */
export function orders({ call }: AppContext) {
  return queryOptions({
    queryKey: ['orders'],
    queryFn: async ({ signal }) => {
      const rows = await call(listOrders, { as, signal })
      const named = rows.flatMap((order) => order.events).flatMap((event) => event.participants)
      for (const { state } of named) warnOfUnknownValue('state of a booking', state, bookingStates)
      return rows
    }
  })
}

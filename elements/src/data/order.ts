import { listOrders, type Order, type OrderedEvent } from '@customer-center/contract/order'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../context/app-context.ts'
import { rowsOf } from '../client/rows.ts'

/** The company's orders, in the server's order. */
export function orders({ call }: AppContext) {
  return queryOptions({
    queryKey: ['orders'],
    queryFn: async ({ signal }) => rowsOf<Order>(await call(listOrders, { signal })).map(withEvents)
  })
}

/** Another backend may leave out events and participants. */
function withEvents(order: Order): Order {
  const events = rowsOf<OrderedEvent>(order.events)
  return { ...order, events: events.map((event) => ({ ...event, participants: withCaption(event.participants) })) }
}

/** A participant without a name would be an empty line. */
function withCaption(participants: unknown): OrderedEvent['participants'] {
  return rowsOf<{ caption?: unknown }>(participants).filter(
    (one): one is { caption: string } => typeof one.caption === 'string' && one.caption.trim() !== ''
  )
}

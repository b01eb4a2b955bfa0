import type { Order } from '@customer-center/contract/order'
import { orderDay } from '../../data/order.ts'
import { useText } from '../../texts/texts.ts'
import { OrderedEventItem } from './ordered-event-item.tsx'

/** A row for the order and, below it, one for its events. */
export function OrderRows({ order }: { order: Order }) {
  const text = useText()
  return (
    <tbody part="order">
      <tr>
        <td data-label={text('orders.no')}>{order.no ?? '–'}</td>
        <td data-label={text('orders.date')}>{orderDay(order.date) || '–'}</td>
        <td data-label={text('orders.orderer')}>{order.orderedFrom ?? '–'}</td>
      </tr>
      {order.events.length > 0 && (
        <tr>
          <td colSpan={3}>
            <ul aria-label={text('orders.events')}>
              {order.events.map((event, index) => (
                <OrderedEventItem key={`${event.eventId}-${event.no}-${index}`} event={event} />
              ))}
            </ul>
          </td>
        </tr>
      )}
    </tbody>
  )
}

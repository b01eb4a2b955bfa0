import { getCalendarEvent } from '@customer-center/contract/calendar'
import { germanDateRange, readDate, toGermanDate, today } from '@customer-center/contract/dates'
import type { Order, OrderedEvent } from '@customer-center/contract/order'
import { useId } from 'react'
import { ExportButton } from '../../forms/export-button.tsx'
import { Group } from '../../parts/group.tsx'
import tableCss from '../../parts/table.css?inline'
import { useText } from '../../texts/texts.ts'
import { addStyles } from '../../theme/sheet.ts'
import css from './order-table.css?inline'

addStyles(tableCss)
addStyles(css)

/** Order number, order date and orderer; below each order its events. */
export function OrderTable({ rows }: { rows: readonly Order[] }) {
  const text = useText()
  return (
    <table className="kc-table kc-orders" part="table">
      <caption className="kc-hidden">{text('orders.heading')}</caption>
      <thead>
        <tr>
          <th scope="col">{text('orders.no')}</th>
          <th scope="col">{text('orders.date')}</th>
          <th scope="col">{text('orders.orderer')}</th>
        </tr>
      </thead>
      {rows.map((order, index) => (
        <OrderRows key={`${order.no}-${index}`} order={order} />
      ))}
    </table>
  )
}

/** A row for the order and, below it, one for its events. */
function OrderRows({ order }: { order: Order }) {
  const text = useText()
  return (
    <tbody part="order">
      <tr>
        <td data-label={text('orders.no')}>{order.no ?? '–'}</td>
        <td data-label={text('orders.date')}>{toGermanDate(order.date) || '–'}</td>
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

/** One event of an order: date, caption, location, and the collapsible list of who takes part. */
function OrderedEventItem({ event }: { event: OrderedEvent }) {
  const text = useText()
  const caption = useId()
  const { participants, location } = event
  const date = germanDateRange(event.from, event.to)
  return (
    <li className="kc-ordered-event">
      {date && <p className="kc-when">{date}</p>}
      <h2 id={caption}>{event.caption ?? '–'}</h2>
      {location && <p className="kc-where">{location}</p>}
      {isToCome(event) && (
        <ExportButton
          kind="calendar"
          endpoint={getCalendarEvent}
          query={{ eventId: String(event.eventId), no: String(event.no) }}
          subject={event.caption ?? ''}
        />
      )}
      {participants.length > 0 && (
        <Group heading={text('orders.participants')} count={participants.length} describedBy={caption}>
          <ul className="kc-participants">
            {participants.map((participant, index) => (
              <li key={index}>{participant.caption}</li>
            ))}
          </ul>
        </Group>
      )}
    </li>
  )
}

/** What is over belongs in no calendar. */
function isToCome({ from, to }: OrderedEvent): boolean {
  const last = readDate(to) ?? readDate(from)
  return last !== null && last >= today()
}

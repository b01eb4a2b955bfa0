import { type QueryClient } from '@tanstack/react-query'
import { Fragment, useCallback, useId } from 'react'
import { germanDateRange, readDate, toGermanDate } from '@customer-center/contract/dates'
import { exportOrders, takesPart } from '@customer-center/contract/order'
import { type AppContext } from '../../context/app-context.ts'
import { useFold } from '../../context/use-route-state.ts'
import { type ListedOrder, type ListedOrderEvent, orders } from '../../data/order.ts'
import { ExportButton } from '../../forms/export-button.tsx'
import { ListScreen } from '../../forms/list-screen.tsx'
import { Badge } from '../../parts/badge.tsx'
import { CancelledBadge } from '../../parts/cancelled-badge.tsx'
import { Group } from '../../parts/group.tsx'
import { YearRow } from '../../parts/lists/data-table.tsx'
import { countText } from '../../parts/lists/list-count.tsx'
import { LongList } from '../../parts/lists/long-list.tsx'
import { MarkedText, useIsFound } from '../../parts/lists/marked-text.tsx'
import { SortChoice, SortHeader, useSortedRows } from '../../parts/lists/sort-header.tsx'
import { type Text, useText } from '../../texts/texts.ts'
import { ComingEvents, otherBookings, participantName } from './coming-events.tsx'
import '../../parts/lists/table.css'
import './orders.css'

export const readAhead = (app: AppContext, queries: QueryClient) => queries.prefetchQuery(orders(app))

/** Renders the company's orders with their events and participants. */
export default function Orders() {
  return <ListScreen route="orders" read={orders} List={OrderTable} />
}

const orderDate = ({ date }: ListedOrder) => date
const orderTexts = ({ no, date, orderedFrom, events }: ListedOrder, text: Text) => [
  no,
  toGermanDate(date),
  orderedFrom,
  ...events.flatMap(({ caption, from, to, location, participants }) => [
    caption,
    germanDateRange(from, to),
    location,
    ...participants.map((one) => participantName(one, text))
  ])
]
const columns = ['no', 'date', 'orderer'] as const
const sortValues: Readonly<Record<string, (order: ListedOrder) => string>> = {
  no: ({ no }) => no ?? '',
  date: ({ date }) => readDate(date) ?? '',
  orderer: ({ orderedFrom }) => orderedFrom ?? ''
}

/** Renders order number, order date and orderer, and below each order its events. */
function OrderTable({ rows }: { rows: readonly ListedOrder[] }) {
  const text = useText()
  const { sorted, sort, onSort } = useSortedRows(rows, sortValues)
  const heads = columns.map((id) => ({ id, header: text(`orders.${id}`) }))
  return (
    <LongList
      list={text('orders.heading')}
      rows={sorted}
      textsOf={useCallback((order: ListedOrder) => orderTexts(order, text), [text])}
      countOf={(found, all) => countText(text, 'orders', found.length, all.length)}
      dateOf={orderDate}
      hasYears={sort === null || sort.column === 'date'}
      sort={<SortChoice columns={heads} sort={sort} onSort={onSort} />}
      renderActions={({ length }) => length > 0 && <ExportButton kind="csv" endpoint={exportOrders} />}
    >
      {(sections) => (
        <>
          <ComingEvents orders={rows} />
          <table className="kc-table kc-orders" part="table">
            <caption className="kc-hidden">{text('orders.heading')}</caption>
            <thead>
              <tr>
                {heads.map((column) => (
                  <SortHeader key={column.id} column={column} sort={sort} onSort={onSort} />
                ))}
              </tr>
            </thead>
            {sections.map(({ heading, rows: some }) => (
              <Fragment key={heading}>
                {heading !== null && (
                  <tbody>
                    <YearRow year={heading} columns={columns.length} />
                  </tbody>
                )}
                {some.map((order, index) => (
                  <OrderRows key={`${order.no}-${index}`} order={order} inYear={heading !== null} />
                ))}
              </Fragment>
            ))}
          </table>
        </>
      )}
    </LongList>
  )
}

/** Renders a row for the order and, below it, one for its events. */
function OrderRows({ order, inYear }: { order: ListedOrder; inYear: boolean }) {
  const text = useText()
  return (
    <tbody part="order">
      <tr>
        <td>
          <MarkedText>{order.no ?? '–'}</MarkedText>
        </td>
        <td>
          <MarkedText>{toGermanDate(order.date) || '–'}</MarkedText>
        </td>
        <td>
          <MarkedText>{order.orderedFrom ?? '–'}</MarkedText>
        </td>
      </tr>
      <tr>
        <td colSpan={3}>
          {order.events.length === 0 ? (
            <p>{text('orders.noEvents')}</p>
          ) : (
            <ul aria-label={text('orders.events')}>
              {order.events.map((event, index) => (
                <OrderedEventItem key={`${event.eventId}-${event.no}-${index}`} event={event} inYear={inYear} />
              ))}
            </ul>
          )}
        </td>
      </tr>
    </tbody>
  )
}

/** Renders one event of an order: date, caption, location, and the collapsible list of participants. */
function OrderedEventItem({ event, inYear }: { event: ListedOrderEvent; inYear: boolean }) {
  const text = useText()
  const caption = useId()
  const { location } = event
  // Participants who do not come are listed last.
  const participants = event.participants.toSorted((one, other) => Number(takesPart(other)) - Number(takesPart(one)))
  const date = germanDateRange(event.from, event.to)
  const Heading = inYear ? 'h3' : 'h2'
  const names = participants.map((one) => participantName(one, text))
  const others = otherBookings(participants, text)
  const found = useIsFound(names)
  const fold = useFold(`${event.eventId}-${event.no}`, found)
  return (
    <li className="kc-ordered-event">
      {date && (
        <p className="kc-when">
          <MarkedText>{date}</MarkedText>
        </p>
      )}
      <Heading id={caption}>
        <span title={event.caption ?? ''}>
          <MarkedText>{event.caption ?? '–'}</MarkedText>
        </span>
        <CancelledBadge event={event} />
      </Heading>
      {location && (
        <p className="kc-where">
          <MarkedText>{location}</MarkedText>
        </p>
      )}
      {participants.length > 0 && (
        <Group
          key={String(found)}
          heading={text('orders.participants')}
          count={participants.filter(takesPart).length}
          badge={others && <Badge tone="working">{others}</Badge>}
          level={inYear ? 4 : 3}
          {...fold}
          describedBy={caption}
        >
          <ul className="kc-participants">
            {participants.map((participant, index) => (
              <li key={index} className={takesPart(participant) ? undefined : 'kc-soft'}>
                <MarkedText>{names[index] ?? ''}</MarkedText>
              </li>
            ))}
          </ul>
        </Group>
      )}
    </li>
  )
}

import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { getCalendarEvent } from '@customer-center/contract/calendar'
import { readDate, today } from '@customer-center/contract/dates'
import { lastDayOf } from '@customer-center/contract/event-days'
import { absentStates, takesPart } from '@customer-center/contract/order'
import { usePrinting } from '../../context/use-printing.ts'
import { useRouteState } from '../../context/use-route-state.ts'
import type { ListedOrder, ListedOrderEvent } from '../../data/order.ts'
import { ExportButton } from '../../forms/export-button.tsx'
import { Button } from '../../parts/button.tsx'
import { CancelledBadge } from '../../parts/cancelled-badge.tsx'
import { Group } from '../../parts/group.tsx'
import { Item, ItemList } from '../../parts/lists/item-list.tsx'
import { townOf, formatEventDays, isCancelled } from '../../texts/event-texts.ts'
import { type Text, useText } from '../../texts/texts.ts'
import './coming-events.css'

/** Limit of events at first, so that on a desktop the screen's own list stays in sight below. */
const firstEvents = 5

/**
 * Renders the booked events of all orders that are still to come, by date: in the list below, the next event may be far
 * down. They disappear while somebody filters that list by a search or a year.
 */
export function ComingEvents({ orders }: { orders: readonly ListedOrder[] }) {
  const text = useText()
  const [search] = useRouteState('search')
  const [year] = useRouteState('year')
  const day = today()
  const events = useMemo(() => comingEvents(orders, day), [orders, day])
  const [isWhole, setWhole] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  // The button that has the focus disappears.
  useLayoutEffect(() => {
    const row = isWhole ? box.current?.querySelectorAll('li')[firstEvents] : undefined
    if (row) row.tabIndex = -1
    ;(row?.querySelector('button') ?? row)?.focus()
  }, [isWhole])
  const printing = usePrinting()
  if (events.length === 0 || search.trim() !== '' || year !== '') return null
  const shown = isWhole || printing ? events : events.slice(0, firstEvents)
  const count = events.length - shown.length
  return (
    <>
      <Group heading={text('orders.coming')} count={events.length} level={2} defaultExpanded>
        <div ref={box} className="kc-coming">
          <ItemList>
            {shown.map((one) => (
              <ComingEventItem key={`${one.event.eventId}-${one.event.no}`} {...one} />
            ))}
          </ItemList>
          {count > 0 && (
            <Button kind="plain" onClick={() => setWhole(true)}>
              {text('list.more', { count })}
            </Button>
          )}
        </div>
      </Group>
      <h2 part="heading">{text('orders.all')}</h2>
    </>
  )
}

/** Renders an event, with columns for its day, its place and the number of people. */
function ComingEventItem({ event, persons }: ComingEvent) {
  const text = useText()
  const { eventId, no, from, to, caption, location } = event
  return (
    <Item
      part="coming-event"
      date={<Days from={from} to={to} />}
      title={<span title={caption ?? ''}>{caption ?? '–'}</span>}
    >
      <p className="kc-place">{location && <Place location={location} />}</p>
      <p className="kc-persons">
        <CancelledBadge event={event} />
        {persons > 0 && !isCancelled(event) && text('orders.persons', { count: persons })}
      </p>
      {!isCancelled(event) && (
        <ExportButton kind="calendar" endpoint={getCalendarEvent} query={{ eventId, no }} subject={caption ?? ''} />
      )}
    </Item>
  )
}

/** Renders the days; a narrow row has room only for the first. */
function Days({ from, to }: Pick<ListedOrderEvent, 'from' | 'to'>) {
  const text = useText()
  const [first, days] = [formatEventDays(from, null, text), formatEventDays(from, to, text)]
  if (first === '' || first === days) return days
  return (
    <>
      <span className="kc-wide">{days}</span>
      <span className="kc-narrow">{text('orders.from', { date: first })}</span>
    </>
  )
}

/** Renders a place; a narrow row has room only for its town. */
function Place({ location }: { location: string }) {
  const town = townOf(location)
  const at = location.indexOf(town)
  return (
    <>
      <span className="kc-wide">{location.slice(0, at)}</span>
      {town}
      <span className="kc-wide">{location.slice(at + town.length)}</span>
    </>
  )
}

interface ComingEvent {
  readonly event: ListedOrderEvent
  /** The number of participants, from all orders. */
  readonly persons: number
}

const firstDay = ({ from, to }: ListedOrderEvent): string => readDate(from) ?? readDate(to) ?? ''

/**
 * Returns the events that are not over and in which somebody takes part, each once. Other events belong in no calendar.
 */
function comingEvents(orders: readonly ListedOrder[], day: string): ComingEvent[] {
  const found = new Map<string, ComingEvent>()
  for (const event of orders.flatMap(({ events }) => events)) {
    const { eventId, no, participants } = event
    const persons = participants.filter(takesPart).length
    if (lastDayOf(event) < day || (participants.length > 0 && !persons)) continue
    const key = `${eventId}-${no}`
    found.set(key, { event, persons: persons + (found.get(key)?.persons ?? 0) })
  }
  return [...found.values()].toSorted((one, other) => firstDay(one.event).localeCompare(firstDay(other.event)))
}

type Participant = ListedOrderEvent['participants'][number]

/** Returns the name of a participant, with the state of the booking behind it unless it is booked. */
export function participantName(participant: Participant, text: Text): string {
  const { caption, state } = participant
  // Other states, from another backend, take part, and are no words for people.
  return takesPart(participant) ? caption : text(`orders.${state as (typeof absentStates)[number]}`, { name: caption })
}

/** Returns how many wait for a place and, where nobody takes part, how many are in the other states; else nothing. */
export function otherBookings(participants: readonly Participant[], text: Text): string {
  const states = participants.some(takesPart) ? absentStates.slice(0, 1) : absentStates
  return states
    .flatMap((state) => {
      const count = participants.filter((one) => one.state === state).length
      return count > 0 ? text(`orders.${state}Count`, { count }) : []
    })
    .join(', ')
}

import { getCalendarEvent } from '@customer-center/contract/calendar'
import { germanDateRange, readDate, today } from '@customer-center/contract/dates'
import type { Order, OrderedEvent } from '@customer-center/contract/order'
import { useMemo } from 'react'
import { ExportButton } from '../../forms/export-button.tsx'
import { Group } from '../../parts/group.tsx'
import { Item, ItemList } from '../../parts/item-list.tsx'
import { useText } from '../../texts/texts.ts'
import { isTakingPart } from './participant-name.ts'

/** The booked events of all orders that are to come, by their dates: in the list below, the next one may be far down. */
export function ComingEvents({ orders }: { orders: readonly Order[] }) {
  const text = useText()
  const day = today()
  const events = useMemo(() => comingEvents(orders, day), [orders, day])
  if (events.length === 0) return null
  return (
    <Group heading={text('orders.coming')} count={events.length} level={2} defaultExpanded>
      <ItemList>
        {events.map(({ event, persons }) => {
          const details = [germanDateRange(event.from, event.to), event.location, personsOf(persons)]
          return (
            <Item
              key={`${event.eventId}-${event.no}`}
              part="coming-event"
              title={event.caption ?? '–'}
              detail={details.filter(Boolean).join(' · ')}
            >
              <ExportButton
                kind="calendar"
                endpoint={getCalendarEvent}
                query={{ eventId: String(event.eventId), no: String(event.no) }}
                subject={event.caption ?? ''}
              />
            </Item>
          )
        })}
      </ItemList>
    </Group>
  )

  function personsOf(count: number): string {
    if (count === 0) return ''
    return count === 1 ? text('orders.onePerson') : text('orders.persons', { count: String(count) })
  }
}

interface ComingEvent {
  readonly event: OrderedEvent
  /** How many take part, of all orders. */
  readonly persons: number
}

const firstDay = ({ from, to }: OrderedEvent): string => readDate(from) ?? readDate(to) ?? ''

/** Returns the events that are not over and in which somebody takes part, each once; another one belongs in no calendar. */
function comingEvents(orders: readonly Order[], day: string): ComingEvent[] {
  const found = new Map<string, ComingEvent>()
  for (const event of orders.flatMap(({ events }) => events)) {
    const { eventId, no, from, to, participants } = event
    const persons = participants.filter(isTakingPart).length
    const last = readDate(to) ?? readDate(from)
    if (last === null || last < day || (persons === 0 && participants.length > 0)) continue
    const key = `${eventId}-${no}`
    found.set(key, { event, persons: persons + (found.get(key)?.persons ?? 0) })
  }
  return [...found.values()].toSorted((one, other) => firstDay(one.event).localeCompare(firstDay(other.event)))
}

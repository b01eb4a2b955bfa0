import { germanDateRange } from '@customer-center/contract/dates'
import type { OrderedEvent } from '@customer-center/contract/order'
import { useId } from 'react'
import { Group } from '../../parts/group.tsx'
import { useText } from '../../texts/texts.ts'

/** One event of an order: date, caption, location, and the collapsible list of who takes part. */
export function OrderedEventItem({ event }: { event: OrderedEvent }) {
  const text = useText()
  const caption = useId()
  const { participants, location } = event
  const date = germanDateRange(event.from, event.to)
  return (
    <li className="kc-ordered-event">
      {date && <p className="kc-when">{date}</p>}
      <h2 id={caption}>{event.caption ?? '–'}</h2>
      {location && <p className="kc-where">{location}</p>}
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

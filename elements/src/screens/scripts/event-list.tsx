import { germanDateRange } from '@customer-center/contract/dates'
import type { DocumentEvent } from '@customer-center/contract/document'
import { Fragment } from 'react'
import { LongList } from '../../parts/long-list.tsx'
import { useText } from '../../texts/texts.ts'
import { EventItem } from './event-item.tsx'

const dateOf = ({ from, to }: DocumentEvent) => from ?? to
const textsOf = ({ caption, from, to, scripts }: DocumentEvent) => [
  caption,
  germanDateRange(from, to),
  ...scripts.map((one) => one.caption ?? one.fileName)
]

/** The events with their documents; the first one's group is open. */
export function EventList({ events }: { events: readonly DocumentEvent[] }) {
  const text = useText()
  const [first] = events
  return (
    <LongList list={text('scripts.heading')} rows={events} textsOf={textsOf} dateOf={dateOf}>
      {(sections) =>
        sections.map(({ heading, rows }) => (
          <Fragment key={heading}>
            {heading !== null && <h2>{heading || text('list.withoutDate')}</h2>}
            <ul className="kc-events">
              {rows.map((event, index) => (
                <EventItem
                  key={`${event.eventId}-${event.no}-${index}`}
                  event={event}
                  expanded={event === first}
                  inYear={heading !== null}
                />
              ))}
            </ul>
          </Fragment>
        ))
      }
    </LongList>
  )
}

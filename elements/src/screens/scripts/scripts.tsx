import { germanDateRange } from '@customer-center/contract/dates'
import type { DocumentEvent } from '@customer-center/contract/document'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { type AppContext, useAppContext } from '../../context/app-context.ts'
import { eventDocuments } from '../../data/document.ts'
import { EmptyScreen } from '../../forms/empty-screen.tsx'
import { QueryState } from '../../forms/query-state.tsx'
import { ScreenSkeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { LongList } from '../../parts/long-list.tsx'
import { EventItem } from './event-item.tsx'

export const readAhead = (app: AppContext, queries: QueryClient) => queries.prefetchQuery(eventDocuments(app))

/** The customer's events with their scripts and recordings (section 2, Scripts screen). */
export default function Scripts() {
  const text = useText()
  const query = useQuery(eventDocuments(useAppContext()))
  return (
    <>
      <h1>{text('scripts.heading')}</h1>
      <QueryState
        query={query}
        failed={text('scripts.failed')}
        skeleton={<ScreenSkeleton route="scripts" />}
        empty={<EmptyScreen route="scripts" message={text('scripts.empty')} />}
      >
        {(events) => <EventList events={events} />}
      </QueryState>
    </>
  )
}

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

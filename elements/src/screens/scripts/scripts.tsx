import { useQuery } from '@tanstack/react-query'
import { useCenter } from '../../client/center.ts'
import { sentenceOf } from '../../client/call-error.ts'
import { eventDocuments } from '../../data/document.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { EventItem } from './event-item.tsx'

/** The customer's events with their scripts and recordings (section 2, Scripts screen). */
export default function Scripts() {
  const text = useText()
  return (
    <>
      <h1>{text('scripts.heading')}</h1>
      <EventList />
    </>
  )
}

function EventList() {
  const text = useText()
  const { data: events, error, isFetching, refetch } = useQuery(eventDocuments(useCenter()))
  if (events?.length === 0) return <EmptyState message={text('scripts.empty')} />
  if (events) {
    return (
      <ul className="kc-events">
        {events.map((event, index) => (
          <EventItem key={`${event.eventId}-${event.no}-${index}`} event={event} expanded={index === 0} />
        ))}
      </ul>
    )
  }
  if (!error) return <Skeleton rows={5} />
  return (
    <LoadFailed
      message={text('scripts.failed')}
      reason={sentenceOf(error, '')}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

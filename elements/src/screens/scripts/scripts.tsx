import { useQuery } from '@tanstack/react-query'
import { useAppContext } from '../../context/app-context.ts'
import { eventDocuments } from '../../data/document.ts'
import { QueryState } from '../../forms/query-state.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { EventList } from './event-list.tsx'

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
        skeleton={<Skeleton rows={5} />}
        empty={<EmptyState message={text('scripts.empty')} />}
      >
        {(events) => <EventList events={events} />}
      </QueryState>
    </>
  )
}

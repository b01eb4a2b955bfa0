import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type AppContext, useAppContext } from '../../context/app-context.ts'
import { eventDocuments } from '../../data/document.ts'
import { EmptyScreen } from '../../forms/empty-screen.tsx'
import { QueryState } from '../../forms/query-state.tsx'
import { ScreenSkeleton } from '../../parts/screen-skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { EventList } from './event-list.tsx'

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

import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type AppContext, useAppContext } from '../../context/app-context.ts'
import { webinars } from '../../data/webinar.ts'
import { EmptyScreen } from '../../forms/empty-screen.tsx'
import { QueryState } from '../../forms/query-state.tsx'
import { ScreenSkeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { WebinarList } from './webinar-list.tsx'

export const readAhead = (app: AppContext, queries: QueryClient) => queries.prefetchQuery(webinars(app))

/** The links to webinars and their scripts (section 2, Webinars screen). */
export default function Webinars() {
  const text = useText()
  const query = useQuery(webinars(useAppContext()))
  return (
    <>
      <h1>{text('webinars.heading')}</h1>
      <QueryState
        query={query}
        failed={text('webinars.failed')}
        skeleton={<ScreenSkeleton route="webinars" />}
        empty={<EmptyScreen route="webinars" message={text('webinars.empty')} />}
      >
        {(rows) => <WebinarList webinars={rows} />}
      </QueryState>
    </>
  )
}

import type { ReactNode } from 'react'
import { ScreenHeader } from '../parts/lists/screen-header.tsx'
import { ScreenSkeleton } from '../parts/skeleton.tsx'
import { useText } from '../texts/texts.ts'
import { EmptyScreen } from './empty-screen.tsx'
import { type QueryResult, QueryState } from './query-state.tsx'

const texts = {
  scripts: { heading: 'scripts.heading', failed: 'scripts.failed', empty: 'scripts.empty' },
  webinars: { heading: 'webinars.heading', failed: 'webinars.failed', empty: 'webinars.empty' },
  orders: { heading: 'orders.heading', failed: 'orders.failed', empty: 'orders.empty' },
  invoices: { heading: 'invoices.heading', failed: 'invoices.failed', empty: 'invoices.empty' }
} as const

interface ListScreenProps<Row> {
  route: keyof typeof texts
  query: QueryResult<readonly Row[]>
  /** Renders the list of at least one row. */
  children: (rows: readonly Row[]) => ReactNode
}

/** Renders a screen of one list: its heading, and the list or the state of its query. */
export function ListScreen<Row>({ route, query, children }: ListScreenProps<Row>) {
  const text = useText()
  const { heading, failed, empty } = texts[route]
  return (
    <>
      <ScreenHeader heading={<h1 part="heading">{text(heading)}</h1>} />
      <QueryState
        query={query}
        failed={text(failed)}
        skeleton={<ScreenSkeleton route={route} />}
        empty={<EmptyScreen route={route} message={text(empty)} />}
      >
        {children}
      </QueryState>
    </>
  )
}

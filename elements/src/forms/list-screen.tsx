import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { type AppContext, useAppContext } from '../context/app-context.ts'
import { ScreenHeader } from '../parts/lists/screen-header.tsx'
import { ScreenSkeleton } from '../parts/skeleton.tsx'
import { useText } from '../texts/texts.ts'
import { EmptyScreen } from './empty-screen.tsx'
import { QueryState } from './query-state.tsx'

const texts = {
  scripts: { heading: 'scripts.heading', failed: 'scripts.failed', empty: 'scripts.empty' },
  webinars: { heading: 'webinars.heading', failed: 'webinars.failed', empty: 'webinars.empty' },
  orders: { heading: 'orders.heading', failed: 'orders.failed', empty: 'orders.empty' },
  invoices: { heading: 'invoices.heading', failed: 'invoices.failed', empty: 'invoices.empty' }
} as const

interface ListScreenProps<Row, Key extends QueryKey> {
  route: keyof typeof texts
  read: (app: AppContext) => UseQueryOptions<Row[], Error, Row[], Key>
  /** Renders at least one row. */
  List: ComponentType<{ rows: readonly Row[] }>
}

/** Renders a screen of one list: its heading, and the list or the state of its query. */
export function ListScreen<Row, Key extends QueryKey>({ route, read, List }: ListScreenProps<Row, Key>) {
  const text = useText()
  const { heading, failed, empty } = texts[route]
  return (
    <>
      <ScreenHeader heading={<h1 part="heading">{text(heading)}</h1>} />
      <QueryState
        query={useQuery(read(useAppContext()))}
        failed={text(failed)}
        skeleton={<ScreenSkeleton route={route} />}
        empty={<EmptyScreen route={route} message={text(empty)} />}
      >
        {(rows) => <List rows={rows} />}
      </QueryState>
    </>
  )
}

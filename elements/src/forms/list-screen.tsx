import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { type AppContext, useAppContext } from '../context/app-context.ts'
import { ScreenHeader } from '../parts/lists/screen-header.tsx'
import { ScreenSkeleton } from '../parts/skeleton.tsx'
import { useText } from '../texts/texts.ts'
import { EmptyScreen } from './empty-screen.tsx'
import { QueryState } from './query-state.tsx'

interface ListScreenProps<Row, Key extends QueryKey> {
  route: 'scripts' | 'webinars' | 'orders' | 'invoices'
  /** Returns the query that reads the list. */
  read: (app: AppContext) => UseQueryOptions<Row[], Error, Row[], Key>
  /** Renders at least one row. */
  List: ComponentType<{ rows: readonly Row[] }>
}

/** Renders a screen of one list: its heading, and the list or the state of its query. */
export function ListScreen<Row, Key extends QueryKey>({ route, read, List }: ListScreenProps<Row, Key>) {
  const text = useText()
  return (
    <>
      <ScreenHeader heading={<h1 part="heading">{text(`${route}.heading`)}</h1>} />
      <QueryState
        query={useQuery(read(useAppContext()))}
        failed={text(`${route}.failed`)}
        skeleton={<ScreenSkeleton route={route} />}
        empty={<EmptyScreen route={route} message={text(`${route}.empty`)} />}
      >
        {(rows) => <List rows={rows} />}
      </QueryState>
    </>
  )
}

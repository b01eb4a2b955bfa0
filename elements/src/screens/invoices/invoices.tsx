import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type AppContext, useAppContext } from '../../context/app-context.ts'
import { invoices } from '../../data/invoice.ts'
import { EmptyScreen } from '../../forms/empty-screen.tsx'
import { QueryState } from '../../forms/query-state.tsx'
import { ScreenHeader } from '../../parts/lists/screen-header.tsx'
import { ScreenSkeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { InvoiceTable } from './invoice-table.tsx'

export const readAhead = (app: AppContext, queries: QueryClient) => queries.prefetchQuery(invoices(app))

/** Renders the company's invoices (section 2, Invoices screen). */
export default function Invoices() {
  const text = useText()
  const query = useQuery(invoices(useAppContext()))
  return (
    <>
      <ScreenHeader heading={<h1 part="heading">{text('invoices.heading')}</h1>} />
      <QueryState
        query={query}
        failed={text('invoices.failed')}
        skeleton={<ScreenSkeleton route="invoices" />}
        empty={<EmptyScreen route="invoices" message={text('invoices.empty')} />}
      >
        {(rows) => <InvoiceTable rows={rows} />}
      </QueryState>
    </>
  )
}

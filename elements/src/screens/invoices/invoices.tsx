import { exportInvoices } from '@customer-center/contract/invoice'
import { useQuery } from '@tanstack/react-query'
import { useAppContext } from '../../context/app-context.ts'
import { invoices } from '../../data/invoice.ts'
import { QueryState } from '../../forms/query-state.tsx'
import { ExportButton } from '../../forms/export-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ScreenHeader } from '../../parts/screen-header.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { InvoiceTable } from './invoice-table.tsx'
import { InvoiceYears } from './invoice-years.tsx'

/** The company's invoices (section 2, Invoices screen). */
export default function Invoices() {
  const text = useText()
  const query = useQuery(invoices(useAppContext()))
  return (
    <>
      <ScreenHeader heading={<h1>{text('invoices.heading')}</h1>}>
        {query.data && query.data.length > 0 && <ExportButton kind="csv" endpoint={exportInvoices} />}
      </ScreenHeader>
      <QueryState
        query={query}
        failed={text('invoices.failed')}
        skeleton={<Skeleton rows={6} />}
        empty={<EmptyState message={text('invoices.empty')} />}
      >
        {(rows) => (
          <>
            <InvoiceYears rows={rows} />
            <InvoiceTable rows={rows} />
          </>
        )}
      </QueryState>
    </>
  )
}

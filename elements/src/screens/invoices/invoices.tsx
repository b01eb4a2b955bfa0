import { useQuery } from '@tanstack/react-query'
import { useCenter } from '../../client/center.ts'
import { sentenceOf } from '../../client/call-error.ts'
import { invoices } from '../../data/invoice.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { InvoiceTable } from './invoice-table.tsx'

/** The company's invoices (section 2, Invoices screen). */
export default function Invoices() {
  const text = useText()
  return (
    <>
      <h1>{text('invoices.heading')}</h1>
      <InvoiceList />
    </>
  )
}

function InvoiceList() {
  const text = useText()
  const { data, error, isFetching, refetch } = useQuery(invoices(useCenter()))
  if (data?.length === 0) return <EmptyState message={text('invoices.empty')} />
  if (data) return <InvoiceTable rows={data} />
  if (!error) return <Skeleton rows={6} />
  return (
    <LoadFailed
      message={text('invoices.failed')}
      reason={sentenceOf(error, '')}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

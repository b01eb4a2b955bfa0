import { type QueryClient } from '@tanstack/react-query'
import { type AppContext } from '../../context/app-context.ts'
import { invoices } from '../../data/invoice.ts'
import { ListScreen } from '../../forms/list-screen.tsx'
import { InvoiceTable } from './invoice-table.tsx'

export const readAhead = (app: AppContext, queries: QueryClient) => queries.prefetchQuery(invoices(app))

/** Renders the company's invoices. */
export default function Invoices() {
  return <ListScreen route="invoices" read={invoices} List={InvoiceTable} />
}

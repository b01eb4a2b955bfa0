import { readDate } from '@customer-center/contract/dates'
import { exportInvoices, type Invoice, type InvoiceDocument } from '@customer-center/contract/invoice'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type AppContext, useAppContext } from '../../context/app-context.ts'
import { documentsOf, invoices } from '../../data/invoice.ts'
import { EmptyScreen } from '../../forms/empty-screen.tsx'
import { QueryState } from '../../forms/query-state.tsx'
import { ExportButton } from '../../forms/export-button.tsx'
import { ScreenHeader } from '../../parts/screen-header.tsx'
import { ScreenSkeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import { InvoiceTable } from './invoice-table.tsx'
import { useZipOffer, ZipButton } from '../../forms/zip-button.tsx'
import { addStyles } from '../../theme/sheet.ts'
import css from './invoices.css?inline'

addStyles(css)

export const readAhead = (app: AppContext, queries: QueryClient) => queries.prefetchQuery(invoices(app))

/** The company's invoices (section 2, Invoices screen). */
export default function Invoices() {
  const text = useText()
  const query = useQuery(invoices(useAppContext()))
  return (
    <>
      <ScreenHeader heading={<h1 part="heading">{text('invoices.heading')}</h1>}>
        {!query.error && query.data?.length !== 0 && <ExportButton kind="csv" endpoint={exportInvoices} />}
      </ScreenHeader>
      <QueryState
        query={query}
        failed={text('invoices.failed')}
        skeleton={<ScreenSkeleton route="invoices" />}
        empty={<EmptyScreen route="invoices" message={text('invoices.empty')} />}
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

/** Invoices with documents by year, in the order of the list; an invoice without a date belongs to none. */
function documentsByYear(rows: readonly Invoice[]): [year: string, ofYear: (readonly InvoiceDocument[])[]][] {
  const years = new Map<string, (readonly InvoiceDocument[])[]>()
  for (const invoice of rows) {
    const year = readDate(invoice.date)?.slice(0, 4)
    const documents = documentsOf(invoice)
    if (year && documents.length > 0) years.set(year, [...(years.get(year) ?? []), documents])
  }
  return [...years]
}

/** A button for each year with several invoices, which saves them as one file, each with all its documents. */
export function InvoiceYears({ rows }: { rows: readonly Invoice[] }) {
  const text = useText()
  const isOffered = useZipOffer()
  const years = documentsByYear(rows)
    .map(([year, ofYear]) => ({
      year,
      count: ofYear.length,
      documentKeys: ofYear.flat().map(({ documentHash }) => documentHash)
    }))
    .filter(({ count, documentKeys }) => count > 1 && isOffered(documentKeys))
  if (years.length === 0) return null
  return (
    <div className="kc-invoice-years">
      <span>{text('invoices.all')}</span>
      {years.map(({ year, count, documentKeys }) => {
        const values = { year, count: String(count) }
        return (
          <ZipButton
            key={year}
            label={text('invoices.year', values)}
            fullLabel={text('invoices.allOfYear', values)}
            documentKeys={documentKeys}
            name={text('invoices.zip', values)}
          />
        )
      })}
    </div>
  )
}

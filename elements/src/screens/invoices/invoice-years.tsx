import { readDate } from '@customer-center/contract/dates'
import type { Invoice, InvoiceDocument } from '@customer-center/contract/invoice'
import { documentsOf } from '../../data/invoice.ts'
import { useZipOffer, ZipButton } from '../../forms/zip-button.tsx'
import { useText } from '../../texts/texts.ts'
import { addStyles } from '../../theme/sheet.ts'
import css from './invoice-years.css?inline'

addStyles(css)

/** Invoices with documents by year, in the order of the list; an invoice without a date belongs to none. */
function documentsByYear(rows: readonly Invoice[]): [year: string, invoices: (readonly InvoiceDocument[])[]][] {
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
    .map(([year, invoices]) => ({
      year,
      count: invoices.length,
      documentKeys: invoices.flat().map(({ documentHash }) => documentHash)
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

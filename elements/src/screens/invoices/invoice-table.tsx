import { toGermanDate } from '@customer-center/contract/dates'
import type { Invoice } from '@customer-center/contract/invoice'
import { useAppContext } from '../../context/app-context.ts'
import { sentenceOf } from '../../client/call-error.ts'
import { loadDocument } from '../../data/document.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { DocumentButtons } from '../../parts/document-buttons.tsx'
import { useText } from '../../texts/texts.ts'

/** Invoice number, date and the document's buttons; an invoice without a file has none. */
export function InvoiceTable({ rows }: { rows: readonly Invoice[] }) {
  const text = useText()
  const columns: Column<Invoice>[] = [
    { id: 'no', header: text('invoices.no'), cell: ({ no }) => no ?? '–' },
    { id: 'date', header: text('invoices.date'), cell: ({ date }) => toGermanDate(date) || '–' },
    {
      id: 'document',
      header: text('invoices.document'),
      cell: invoiceButtons,
      actions: true
    }
  ]
  return (
    <DataTable
      caption={text('invoices.heading')}
      columns={columns}
      rows={rows}
      keyOf={({ companyNo, controlNo }, index) => `${companyNo}-${controlNo}-${index}`}
    />
  )
}

function invoiceButtons(invoice: Invoice) {
  return <InvoiceButtons invoice={invoice} />
}

function InvoiceButtons({ invoice }: { invoice: Invoice }) {
  const text = useText()
  const app = useAppContext()
  if (!invoice.documentHash) return null
  const caption = text('invoices.name', { no: invoice.no ?? '' }).trim()
  const request = { documentKey: invoice.documentHash, stampNo: app.config.invoiceStampNo, names: [caption] }
  return (
    <DocumentButtons
      caption={caption}
      load={() => loadDocument(app, request)}
      reasonOf={(error) => (app.signal.aborted ? null : sentenceOf(error, text('document.failed')))}
    />
  )
}

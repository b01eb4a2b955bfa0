import { readDate, toGermanDate } from '@customer-center/contract/dates'
import type { Invoice } from '@customer-center/contract/invoice'
import { useAppContext } from '../../context/app-context.ts'
import { sentenceOf } from '../../client/call-error.ts'
import { loadDocument } from '../../data/document.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { DocumentButtons } from '../../parts/document-buttons.tsx'
import { FileInfo } from '../../parts/file-info.tsx'
import { LongList } from '../../parts/long-list.tsx'
import { MarkedText } from '../../parts/marked-text.tsx'
import { useSortedRows } from '../../parts/use-sorted-rows.ts'
import { useText } from '../../texts/texts.ts'

const dateOf = ({ date }: Invoice) => date
const textsOf = ({ no, date }: Invoice) => [no, toGermanDate(date)]
const sortValues: Readonly<Record<string, (invoice: Invoice) => string>> = {
  no: ({ no }) => String(no ?? ''),
  date: ({ date }) => readDate(date) ?? ''
}

/** Invoice number, date and the document's buttons; an invoice without a file has none. */
export function InvoiceTable({ rows }: { rows: readonly Invoice[] }) {
  const text = useText()
  const { sorted, sort, onSort } = useSortedRows(rows, sortValues)
  const columns: Column<Invoice>[] = [
    {
      id: 'no',
      header: text('invoices.no'),
      cell: invoiceNo,
      sortable: true
    },
    {
      id: 'date',
      header: text('invoices.date'),
      cell: invoiceDate,
      sortable: true
    },
    {
      id: 'document',
      header: text('invoices.document'),
      cell: invoiceButtons,
      actions: true
    }
  ]
  return (
    <LongList
      list={text('invoices.heading')}
      rows={sorted}
      textsOf={textsOf}
      dateOf={sort === null || sort.column === 'date' ? dateOf : undefined}
    >
      {(sections) => (
        <DataTable
          caption={text('invoices.heading')}
          columns={columns}
          sections={sections}
          keyOf={({ companyNo, controlNo }, index) => `${companyNo}-${controlNo}-${index}`}
          sort={sort}
          onSort={onSort}
        />
      )}
    </LongList>
  )
}

function invoiceNo({ no, documentHash, fileName, fileSize }: Invoice) {
  return (
    <span>
      <MarkedText>{String(no ?? '–')}</MarkedText>
      {documentHash && <FileInfo fileName={fileName} size={fileSize} />}
    </span>
  )
}

function invoiceDate({ date }: Invoice) {
  return <MarkedText>{toGermanDate(date) || '–'}</MarkedText>
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

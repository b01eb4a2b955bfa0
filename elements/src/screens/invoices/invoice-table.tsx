import { useState } from 'react'
import { readDate, toGermanDate, today } from '@customer-center/contract/dates'
import { fileKindOf } from '@customer-center/contract/file-name'
import { exportInvoices, isUnpaid } from '@customer-center/contract/invoice'
import { useAppContext } from '../../context/app-context.ts'
import { useMounted } from '../../context/use-mounted.ts'
import { useRouteState } from '../../context/use-route-state.ts'
import { useBackendFeature } from '../../data/backend-feature.ts'
import { loadDocument } from '../../data/document.ts'
import { documentsOf, type ListedInvoice } from '../../data/invoice.ts'
import { ExportButton } from '../../forms/export-button.tsx'
import { ListZipButton } from '../../forms/zip-button.tsx'
import { formatAmount } from '../../lib/format-amount.ts'
import type { SortValue } from '../../lib/sort-rows.ts'
import { DocumentButtons, FileInfo } from '../../parts/documents/document-buttons.tsx'
import { useLazyModule } from '../../parts/lazy-module.ts'
import { type TableColumn, DataTable } from '../../parts/lists/data-table.tsx'
import { countText } from '../../parts/lists/list-count.tsx'
import type { ListSegment } from '../../parts/lists/list-tools.tsx'
import { LongList } from '../../parts/lists/long-list.tsx'
import { MarkedText } from '../../parts/lists/marked-text.tsx'
import { RowButton } from '../../parts/lists/row-button.tsx'
import { SortChoice, useSortedRows } from '../../parts/lists/sort-header.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useText } from '../../texts/texts.ts'
import { InvoiceStatus, isPayable, OpenSum, PaymentDetails } from './invoice-payment.tsx'
import type OpenItems from './open-items.tsx'
import './invoice-table.css'

const dateOfInvoice = ({ date }: ListedInvoice) => date
const invoiceTexts = ({ no, date, amount, currency }: ListedInvoice) => [
  no,
  toGermanDate(date),
  formatAmount(amount, currency)
]
const sortValues: Readonly<Record<string, (invoice: ListedInvoice) => SortValue>> = {
  no: ({ no }) => no ?? '',
  date: ({ date }) => readDate(date) ?? '',
  amount: ({ amount }) => (amount && Number.isFinite(Number(amount)) ? Number(amount) : '')
}

const hasAmount = ({ amount }: ListedInvoice) => Boolean(amount)
const hasState = ({ isPaid }: ListedInvoice) => typeof isPaid === 'boolean'

/**
 * Renders invoice number, date and the documents' buttons; an invoice without a file says that the file follows. Amount
 * and state are columns if the backend knows them for any invoice.
 */
export function InvoiceTable({ rows }: { rows: readonly ListedInvoice[] }) {
  const text = useText()
  const { sorted, sort, onSort } = useSortedRows(rows, sortValues)
  const [segment] = useRouteState('status')
  const [choice, setChoice] = useState<{ segment: string; shown: readonly ListedInvoice[] } | null>(null)
  // A person who filters by open invoices wants to pay them, whatever rows were opened in other parts of the list
  // before.
  const shown = choice?.segment === segment ? choice.shown : segment === 'open' ? rows.filter(isPayable) : []
  const setShown = (next: readonly ListedInvoice[]) => setChoice({ segment, shown: next })
  const [mailed, setMailed] = useState<ListedInvoice | null>(null)
  const open = rows.filter(isUnpaid)
  const { print, isPreparing, paper } = useOpenItems(open)
  const columns = useColumns(rows, { shown, onShow: setShown, onMail: setMailed })
  return (
    <>
      <LongList
        list={text('invoices.heading')}
        rows={sorted}
        textsOf={invoiceTexts}
        countOf={(found, all) => countText(text, 'invoices', found.length, all.length)}
        dateOf={dateOfInvoice}
        hasYears={sort === null || sort.column === 'date'}
        segments={useSegments(rows)}
        sort={<SortChoice columns={columns.filter(({ sortable }) => sortable)} sort={sort} onSort={onSort} />}
        renderSum={(found) => <OpenSum rows={found} shown={shown} onShow={setShown} />}
        renderActions={(found, year) =>
          found.length > 0 && (
            <>
              <InvoicesZipButton rows={found} year={year} />
              <ExportButton kind="csv" endpoint={exportInvoices} />
              {open.length > 0 && (
                <RowButton
                  short={text('openItems.short')}
                  aria-label={text('openItems.print')}
                  busy={isPreparing}
                  onClick={() => void print()}
                >
                  {text('openItems.print')}
                </RowButton>
              )}
            </>
          )
        }
      >
        {(sections) => (
          <DataTable
            caption={text('invoices.heading')}
            columns={columns}
            sections={sections}
            keyOf={({ companyNo, controlNo }) => `${companyNo}-${controlNo}`}
            sort={sort}
            onSort={onSort}
            renderDetail={(invoice) => shown.includes(invoice) && <PaymentDetails invoice={invoice} />}
          />
        )}
      </LongList>
      {mailed && <MailDialog invoice={mailed} onClose={() => setMailed(null)} />}
      {paper}
    </>
  )
}

/** Returns the function that prints the open invoices, and the printed list, whose code is loaded for it alone. */
function useOpenItems(rows: readonly ListedInvoice[]) {
  const text = useText()
  const { tell } = useAppContext()
  const mounted = useMounted()
  const [isPreparing, setPreparing] = useState(false)
  const [{ no, Paper }, setPrint] = useState<{ no: number; Paper?: typeof OpenItems }>({ no: 0 })
  async function print() {
    setPreparing(true)
    const code = await import('./open-items.tsx').catch(() => null)
    if (!mounted.current) return setPreparing(false)
    if (code) return setPrint({ no: no + 1, Paper: code.default })
    setPreparing(false)
    tell({ message: text('openItems.failed') })
  }
  const onPrint = () => setPreparing(false)
  const onPrinted = () => {
    setPreparing(false)
    setPrint({ no })
  }
  const paper = Paper && <Paper key={no} {...{ rows, onPrint, onPrinted }} />
  return { print, isPreparing, paper }
}

/** Returns the parts of the list, if the backend says which invoices are paid. */
function useSegments(rows: readonly ListedInvoice[]): readonly ListSegment<ListedInvoice>[] | undefined {
  const text = useText()
  if (!rows.some(hasState)) return undefined
  return [
    { id: 'all', label: text('invoices.all'), has: () => true },
    { id: 'open', label: text('invoices.openCount', { count: rows.filter(isUnpaid).length }), has: isUnpaid },
    { id: 'paid', label: text('invoices.paidOnes'), has: ({ isPaid }) => isPaid === true }
  ]
}

interface RowActions {
  /** The invoices whose payment is shown in their rows. */
  readonly shown: readonly ListedInvoice[]
  readonly onShow: (invoices: readonly ListedInvoice[]) => void
  readonly onMail: (invoice: ListedInvoice) => void
}

function useColumns(
  rows: readonly ListedInvoice[],
  { shown, onShow, onMail }: RowActions
): TableColumn<ListedInvoice>[] {
  const text = useText()
  const isMailOffered = useBackendFeature('invoice-mail')
  const amount: TableColumn<ListedInvoice> = {
    id: 'amount',
    header: text('invoices.amount'),
    cell: invoiceAmount,
    card: 'end',
    figure: true,
    sortable: true
  }
  const state: TableColumn<ListedInvoice> = {
    id: 'state',
    header: text('invoices.state'),
    cell: (invoice) => {
      const isShown = shown.includes(invoice)
      const onToggle = () => onShow(isShown ? shown.filter((one) => one !== invoice) : [...shown, invoice])
      return <InvoiceStatus invoice={invoice} isShown={isShown} onToggle={onToggle} />
    },
    card: 'below'
  }
  return [
    { id: 'no', header: text('invoices.no'), cell: invoiceNo, card: 'start', sortable: true },
    { id: 'date', header: text('invoices.date'), cell: invoiceDate, card: 'below', sortable: true },
    ...(rows.some(hasAmount) ? [amount] : []),
    ...(rows.some(hasState) ? [state] : []),
    {
      id: 'document',
      header: text('invoices.document'),
      cell: (invoice) => <InvoiceButtons invoice={invoice} onMail={isMailOffered ? () => onMail(invoice) : null} />,
      actions: true
    }
  ]
}

function invoiceNo({ no, documentHash, fileName, fileSize }: ListedInvoice) {
  return (
    <span>
      <span className="kc-invoice-no">
        <MarkedText>{no ?? '–'}</MarkedText>
      </span>
      {documentHash && <FileInfo fileName={fileName} size={fileSize} />}
    </span>
  )
}

function invoiceDate({ date }: ListedInvoice) {
  return (
    <span className="kc-invoice-date kc-unbroken">
      <MarkedText>{toGermanDate(date) || '–'}</MarkedText>
    </span>
  )
}

function invoiceAmount({ amount, currency }: ListedInvoice) {
  return <MarkedText>{formatAmount(amount, currency) || '–'}</MarkedText>
}

const loadDialog = () => import('./invoice-mail.tsx')

/** Renders the dialog. Its code is loaded when it opens, since most people only look at invoices. */
export function MailDialog({ invoice, onClose }: { invoice: ListedInvoice; onClose: () => void }) {
  const text = useText()
  const { tell } = useAppContext()
  const code = useLazyModule(loadDialog)
  if (code === 'failed') return <Notice tone="warning">{text('invoiceMail.failed')}</Notice>
  const close = (message?: string) => {
    onClose()
    if (message) tell({ message })
  }
  return code && <code.default invoice={invoice} onClose={close} />
}

interface InvoiceButtonsProps {
  invoice: ListedInvoice
  /** Null where the backend mails no invoices. */
  onMail: (() => void) | null
}

/** Renders the buttons of a row: those of its documents, and a button that mails the invoice to bookkeeping. */
export function InvoiceButtons({ invoice, onMail }: InvoiceButtonsProps) {
  const text = useText()
  const app = useAppContext()
  const documents = documentsOf(invoice)
  const no = invoice.no ?? ''
  const caption = text('invoices.name', { no }).trim()
  return (
    <div className="kc-invoice-actions">
      {documents.length === 0 ? (
        <small>{text('invoices.follows')}</small>
      ) : (
        <div className="kc-invoice-documents">
          {documents.map(({ documentHash, fileName }, index) => (
            <DocumentButtons
              key={documentHash}
              caption={caption}
              kind={index > 0 ? fileKindOf(fileName) : undefined}
              load={() =>
                loadDocument(app, { documentKey: documentHash, stampNo: app.config.invoiceStampNo, names: [caption] })
              }
            />
          ))}
        </div>
      )}
      {onMail && (
        <RowButton icon="mail" aria-label={text('invoiceMail.action', { no }).trim()} onClick={onMail}>
          {text('invoiceMail.send')}
        </RowButton>
      )}
    </div>
  )
}

/** Renders a button that saves the invoices that are shown as one file with all their documents. */
function InvoicesZipButton({ rows, year }: { rows: readonly ListedInvoice[]; year: string }) {
  const text = useText()
  const documents = rows.map(documentsOf).filter(({ length }) => length > 0)
  const documentKeys = documents.flat().map(({ documentHash }) => documentHash ?? '')
  const label = text(year === '' ? 'invoices.save' : 'invoices.saveYear', { count: documents.length, year })
  const name = text('invoices.zip', { year: year || today() })
  return documents.length > 1 && <ListZipButton {...{ label, documentKeys, name }} />
}

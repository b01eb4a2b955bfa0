import { readDate, toGermanDate, today } from '@customer-center/contract/dates'
import { fileKindOf } from '@customer-center/contract/file-size'
import { type Invoice, type InvoiceState, invoiceState } from '@customer-center/contract/invoice'
import { useMemo, useState } from 'react'
import { useAppContext } from '../../context/app-context.ts'
import { sentenceOf } from '../../client/call-error.ts'
import { useRouteState } from '../../context/use-route-state.ts'
import { useBackendFeature } from '../../data/backend-feature.ts'
import { loadDocument } from '../../data/document.ts'
import { documentsOf, openSums } from '../../data/invoice.ts'
import { formatAmount } from '../../lib/format-amount.ts'
import { Badge, type BadgeProps } from '../../parts/badge.tsx'
import { type TableColumn, DataTable } from '../../parts/data-table.tsx'
import { Button, type ButtonProps } from '../../parts/button.tsx'
import { DocumentButtons } from '../../parts/document-buttons.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { FileInfo } from '../../parts/file-info.tsx'
import { useLazyModule } from '../../parts/lazy-module.ts'
import { countText } from '../../parts/list-count.tsx'
import { LongList } from '../../parts/long-list.tsx'
import { MarkedText } from '../../parts/marked-text.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useSortedRows } from '../../parts/use-sorted-rows.ts'
import { useText } from '../../texts/texts.ts'
import { hasMore, InvoiceMore, isOpen } from './invoice-more.tsx'
import { InvoicesZipButton } from './invoices-zip-button.tsx'
import './invoice-table.css'

const dateOf = ({ date }: Invoice) => date
const textsOf = ({ no, date, amount, currency }: Invoice) => [no, toGermanDate(date), formatAmount(amount, currency)]
const sortValues: Readonly<Record<string, (invoice: Invoice) => string>> = {
  no: ({ no }) => String(no ?? ''),
  date: ({ date }) => readDate(date) ?? '',
  amount: ({ amount }) => amount ?? ''
}

const hasAmount = ({ amount }: Invoice) => amount !== null && amount !== undefined
const hasState = ({ isPaid }: Invoice) => typeof isPaid === 'boolean'

/**
 * Invoice number, date and the documents' buttons; an invoice without a file says that it follows. Amount and state are there if the backend
 * knows them of any.
 */
export function InvoiceTable({ rows }: { rows: readonly Invoice[] }) {
  const text = useText()
  const { sorted, sort, onSort } = useSortedRows(rows, sortValues)
  const { saveStatus } = useAppContext()
  const isMailOffered = useBackendFeature('invoice-mail')
  const [opened, setOpened] = useState<Invoice | null>(null)
  const [mailed, setMailed] = useState<Invoice | null>(null)
  const [segment] = useRouteState('status')
  // Who looks at what is open wants to pay it.
  const isPaying = segment === 'open'
  const open = useMemo(() => rows.filter(isOpen).length, [rows])
  const segments = rows.some(hasState)
    ? [
        { id: 'all', label: text('invoices.all'), has: () => true },
        { id: 'open', label: text('invoices.openCount', { count: String(open) }), has: isOpen },
        { id: 'paid', label: text('invoices.paidOnes'), has: ({ isPaid }: Invoice) => isPaid === true }
      ]
    : undefined
  const columns: TableColumn<Invoice>[] = [
    {
      id: 'no',
      header: text('invoices.no'),
      cell: invoiceNo,
      card: 'start',
      sortable: true
    },
    {
      id: 'date',
      header: text('invoices.date'),
      cell: invoiceDate,
      card: 'start',
      sortable: true
    },
    ...(rows.some(hasAmount) ? [amountColumn(text('invoices.amount'))] : []),
    ...(rows.some(hasState) ? [stateColumn(text('invoices.state'))] : []),
    {
      id: 'document',
      header: text('invoices.document'),
      cell: actionsCell({
        opened,
        setOpened,
        hasMenus: !isPaying && rows.some(hasMore),
        onMail: isMailOffered ? setMailed : null
      }),
      actions: true
    }
  ]
  return (
    <>
      <LongList
        list={text('invoices.heading')}
        rows={sorted}
        textsOf={textsOf}
        countOf={(found, all) => countText(text, 'invoices', found.length, all.length)}
        dateOf={dateOf}
        hasYears={sort === null || sort.column === 'date'}
        segments={segments}
        renderActions={(found, year) => (
          <>
            <OpenSum rows={found} />
            <InvoicesZipButton rows={found} year={year} />
          </>
        )}
      >
        {(sections) => (
          <DataTable
            caption={text('invoices.heading')}
            columns={columns}
            sections={sections}
            keyOf={({ companyNo, controlNo }, index) => `${companyNo}-${controlNo}-${index}`}
            sort={sort}
            onSort={onSort}
            renderDetail={(invoice) =>
              (isPaying || invoice === opened) && hasMore(invoice) && <InvoiceMore invoice={invoice} />
            }
          />
        )}
      </LongList>
      {mailed && (
        <MailDialog
          invoice={mailed}
          onClose={(message) => {
            setMailed(null)
            if (message) saveStatus.set({ message, row: null, resource: null })
          }}
        />
      )}
    </>
  )
}

function invoiceNo({ no, documentHash, fileName, fileSize }: Invoice) {
  return (
    <span>
      <span className="kc-invoice-no">
        <MarkedText>{String(no ?? '–')}</MarkedText>
      </span>
      {documentHash && <FileInfo fileName={fileName} size={fileSize} />}
    </span>
  )
}

function invoiceDate({ date }: Invoice) {
  return (
    <span className="kc-unbroken">
      <MarkedText>{toGermanDate(date) || '–'}</MarkedText>
    </span>
  )
}

function amountColumn(header: string): TableColumn<Invoice> {
  return { id: 'amount', header, cell: amountCell, card: 'end', figure: true, sortable: true }
}

function stateColumn(header: string): TableColumn<Invoice> {
  return { id: 'state', header, cell: stateCell, card: 'end' }
}

function amountCell({ amount, currency }: Invoice) {
  return <MarkedText>{formatAmount(amount, currency) || '–'}</MarkedText>
}

function stateCell(invoice: Invoice) {
  return <InvoiceStateBadge invoice={invoice} />
}

const tones: Record<InvoiceState, BadgeProps['tone']> = { paid: 'done', open: 'working', overdue: 'failed' }

/** Shows whether an invoice is paid, and until when it has to be. */
function InvoiceStateBadge({ invoice }: { invoice: Invoice }) {
  const text = useText()
  const day = today()
  const state = invoiceState(invoice, day)
  if (state === null) return null
  const date = toGermanDate(invoice.dueDate)
  return (
    <span className="kc-invoice-state">
      {state === 'open' && (readDate(invoice.dueDate) ?? '') >= day && <small>{text('invoices.due', { date })}</small>}
      <Badge tone={tones[state]}>{text(`invoices.${state}`, { date })}</Badge>
    </span>
  )
}

/** Shows the sum of the open ones among these invoices, for each currency; nothing where an amount is unknown. */
function OpenSum({ rows }: { rows: readonly Invoice[] }) {
  const text = useText()
  const sums = openSums(rows)
  if (sums.length === 0) return null
  return <span className="kc-soft-sum">{text('invoices.openSum', { sum: sums.join(' + ') })}</span>
}

interface RowActions {
  readonly opened: Invoice | null
  readonly setOpened: (invoice: Invoice | null) => void
  /** Whether a row has a button for more, whose place the others keep. */
  readonly hasMenus: boolean
  /** Null where the backend mails no invoices. */
  readonly onMail: ((invoice: Invoice) => void) | null
}

/** The buttons of a row: those of its documents, one that mails it to bookkeeping, and one that shows how it is paid. */
function actionsCell({ opened, setOpened, hasMenus, onMail }: RowActions): TableColumn<Invoice>['cell'] {
  return (invoice) => (
    <div className="kc-invoice-actions">
      <InvoiceButtons invoice={invoice} />
      {onMail && <IconButton icon="mail" name="invoiceMail.action" no={invoice.no} onClick={() => onMail(invoice)} />}
      {hasMenus && hasMore(invoice) ? (
        <IconButton
          icon="more"
          name="invoices.more"
          no={invoice.no}
          aria-expanded={invoice === opened}
          onClick={() => setOpened(invoice === opened ? null : invoice)}
        />
      ) : (
        hasMenus && <span className="kc-invoice-no-menu" />
      )}
    </div>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  icon: IconName
  name: 'invoiceMail.action' | 'invoices.more'
  no: Invoice['no']
}

function IconButton({ icon, name, no, ...button }: IconButtonProps) {
  const label = useText()(name, { no: no ?? '' }).trim()
  return (
    <Button kind="plain" aria-label={label} title={label} {...button}>
      <Icon name={icon} />
    </Button>
  )
}

const loadDialog = () => import('./invoice-mail.tsx')

/** The dialog, whose code nobody needs who only looks at invoices. */
function MailDialog(props: { invoice: Invoice; onClose: (sent?: string) => void }) {
  const text = useText()
  const code = useLazyModule(loadDialog)
  if (code === 'failed') return <Notice tone="warning">{text('invoiceMail.failed')}</Notice>
  return code && <code.default {...props} />
}

function InvoiceButtons({ invoice }: { invoice: Invoice }) {
  const text = useText()
  const app = useAppContext()
  const documents = documentsOf(invoice)
  if (documents.length === 0) return <span className="kc-invoice-follows">{text('invoices.follows')}</span>
  const caption = text('invoices.name', { no: invoice.no ?? '' }).trim()
  return (
    <div className="kc-invoice-documents">
      {documents.map(({ documentHash, fileName }, index) => (
        <DocumentButtons
          key={documentHash}
          caption={caption}
          kind={index > 0 ? fileKindOf(fileName) : undefined}
          load={() =>
            loadDocument(app, { documentKey: documentHash, stampNo: app.config.invoiceStampNo, names: [caption] })
          }
          reasonOf={(error) => (app.signal.aborted ? null : sentenceOf(error, text('document.failed')))}
        />
      ))}
    </div>
  )
}

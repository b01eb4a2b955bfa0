import { useState } from 'react'
import { flushSync } from 'react-dom'
import { readDate, toGermanDate, today } from '@customer-center/contract/dates'
import { type InvoiceState, invoiceState, isUnpaid } from '@customer-center/contract/invoice'
import { type ListedInvoice, openSums } from '../../data/invoice.ts'
import { formatAmount } from '../../lib/format-amount.ts'
import { Badge, type BadgeProps } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useLazyModule } from '../../parts/lazy-module.ts'
import { useText } from '../../texts/texts.ts'
import '../../parts/lists/row-button.tsx'
import './invoice-payment.css'

/** Tells whether the row can show how the invoice is paid. */
export const isPayable = (invoice: ListedInvoice): boolean => isUnpaid(invoice) && Boolean(invoice.iban)

const tones: Record<InvoiceState, BadgeProps['tone']> = { paid: 'done', open: 'working', overdue: 'failed' }

interface InvoiceStatusProps {
  invoice: ListedInvoice
  /** Whether the row shows how the invoice is paid. */
  isShown: boolean
  onToggle: () => void
}

/** Shows whether an invoice is paid, and until when it has to be; where it is open, a click shows how. */
export function InvoiceStatus({ invoice, isShown, onToggle }: InvoiceStatusProps) {
  const text = useText()
  const day = today()
  const state = invoiceState(invoice, day)
  if (state === null) return null
  const date = toGermanDate(invoice.dueDate)
  const isDueLater = state === 'open' && (readDate(invoice.dueDate) ?? '') >= day
  const word = text(isDueLater ? 'invoices.due' : `invoices.${state}`, { date })
  const content = <Badge tone={tones[state]}>{word}</Badge>
  if (!isPayable(invoice)) return <span className="kc-invoice-state">{content}</span>
  const label = text('invoices.more', { state: word, no: invoice.no ?? '' }).trim()
  return (
    <button
      type="button"
      className="kc-invoice-state kc-arrow"
      aria-label={label}
      aria-expanded={isShown}
      onClick={onToggle}
    >
      {content}
      <Icon name="chevron" />
    </button>
  )
}

interface OpenSumProps {
  rows: readonly ListedInvoice[]
  /** The invoices whose payment is shown in their rows. */
  shown: readonly ListedInvoice[]
  onShow: (invoices: readonly ListedInvoice[]) => void
}

/** Shows the sum of the open invoices among these, for each currency, since when it is due, and how to pay it. */
export function OpenSum({ rows, shown, onShow }: OpenSumProps) {
  const text = useText()
  const payable = rows.filter(isPayable)
  const isPaying = payable.every((one) => shown.includes(one))
  const sums = openSums(rows)
  // If the amount of one invoice is unknown, so is the sum.
  if (sums.length === 0) return null
  const late = rows.filter((invoice) => invoiceState(invoice, today()) === 'overdue')
  const [since] = late.map(({ dueDate }) => readDate(dueDate) ?? '').toSorted()
  const kind = late.length === rows.filter(isUnpaid).length ? 'lateSince' : 'lateOf'
  const sum = text('invoices.openSum', { sum: sums.join(' + ') })
  const due = since && text(`invoices.${kind}`, { late: openSums(late).join(' + '), date: toGermanDate(since) })
  const words = (
    <span className="kc-open-words">
      <span>{sum}</span>
      <span>{due}</span>
    </span>
  )
  return (
    <div className="kc-open-sum">
      {payable.length > 0 ? (
        <Button
          kind="plain"
          title={text('invoices.payment')}
          aria-expanded={isPaying}
          onClick={({ currentTarget }) => {
            flushSync(() => onShow(isPaying ? [] : payable))
            currentTarget.closest('.kc-main')?.querySelector('.kc-row-detail')?.scrollIntoView({ block: 'nearest' })
          }}
        >
          {words}
          <span className="kc-row-button kc-arrow">
            <span>{text('invoices.payment')}</span>
            <Icon name="chevron" />
          </span>
        </Button>
      ) : (
        words
      )}
    </div>
  )
}

const loadCode = () => import('./payment-code.tsx')

/** Shows how an open invoice is paid, and as a QR code where a banking app can read it. */
export function PaymentDetails({ invoice }: { invoice: ListedInvoice }) {
  const text = useText()
  const { payee, iban, paymentReference, no, amount, currency } = invoice
  const reference = paymentReference ?? no ?? ''
  const loaded = useLazyModule(loadCode)
  const drawing = loaded === 'failed' ? undefined : loaded
  // Whether the code can be made is known with its module; until then its place is kept where that is likely.
  const isLikely = currency === 'EUR' && Number(amount) > 0
  const code = drawing ? drawing.paymentCode(invoice) : drawing === null && isLikely ? '' : null
  return (
    <div className="kc-payment">
      <dl>
        {payee && <CopyValue label={text('invoices.payee')} value={payee} />}
        {iban && <CopyValue label={text('invoices.iban')} value={compactIban(iban)} shown={groupedIban(iban)} />}
        {amount && (
          <CopyValue
            label={text('invoices.amount')}
            value={typedAmount(amount)}
            shown={formatAmount(amount, currency)}
          />
        )}
        {reference && <CopyValue label={text('invoices.reference')} value={reference} />}
      </dl>
      {code !== null && (
        <figure className="kc-payment-code">
          <div>{drawing && <drawing.default code={code} />}</div>
          <figcaption>{text('invoices.codeHint')}</figcaption>
        </figure>
      )}
    </div>
  )
}

/**
 * Returns an amount as a bank's form takes it: with two decimals behind a comma, and no signs between the thousands.
 */
const typedAmount = (amount: string): string =>
  Number.isFinite(Number(amount)) ? Number(amount).toFixed(2).replace('.', ',') : amount
const compactIban = (iban: string): string => iban.replaceAll(' ', '')
export const groupedIban = (iban: string): string => compactIban(iban).replaceAll(/(.{4})(?=.)/g, '$1 ')

interface CopyValueProps {
  label: string
  /** The value as it is copied. */
  value: string
  /** The value as people read it. */
  shown?: string
}

/** Renders a term of a list with a value that a button copies; a page that may not write to the clipboard says so. */
function CopyValue({ label, value, shown = value }: CopyValueProps) {
  const text = useText()
  const [said, setSaid] = useState<'copy.done' | 'copy.failed' | null>(null)

  async function copy() {
    // A second click is announced like the first.
    setSaid(null)
    // Outside of a secure context there is no clipboard at all.
    const copied = async () => navigator.clipboard.writeText(value)
    setSaid(
      await copied().then(
        () => 'copy.done' as const,
        () => 'copy.failed' as const
      )
    )
  }

  return (
    <div className="kc-copy-value">
      <dt>{label}</dt>
      <dd>
        {shown}
        <Button kind="plain" aria-label={text('copy.action', { label })} onClick={() => void copy()}>
          <Icon name={said === 'copy.done' ? 'check' : 'copy'} />
        </Button>
        <output>{said && text(said)}</output>
      </dd>
    </div>
  )
}

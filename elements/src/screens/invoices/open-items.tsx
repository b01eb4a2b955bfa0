import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { readDate, toGermanDate, today } from '@customer-center/contract/dates'
import { invoiceState } from '@customer-center/contract/invoice'
import { useAppContext } from '../../context/app-context.ts'
import { customerAccount } from '../../data/customer.ts'
import { type ListedInvoice, openSums } from '../../data/invoice.ts'
import { formatAmount } from '../../lib/format-amount.ts'
import { useText } from '../../texts/texts.ts'
import { groupedIban } from './invoice-payment.tsx'
import './open-items.css'

interface OpenItemsProps {
  rows: readonly ListedInvoice[]
  /** Called when the print begins. */
  onPrint: () => void
  /** Called when it is over. */
  onPrinted: () => void
}

/** Events that end a print: its own or, in a browser without that one, the next act on the page. */
const ends = ['afterprint', 'pointerdown', 'keydown'] as const

/**
 * Prints the open invoices, those due first, with their sums: a list for paper alone, in place of the screen. Without the
 * company's name, which may be missing, or not be read while the browser is offline, it is printed all the same.
 */
export default function OpenItems({ rows, onPrint, onPrinted }: OpenItemsProps) {
  const text = useText()
  const app = useAppContext()
  const { data, isPending, isPaused } = useQuery(customerAccount(app))
  const [isReady, setReady] = useState(false)
  // It is set once, because the name is read again when the network is back.
  if (!isReady && (!isPending || isPaused)) setReady(true)
  const begun = useEffectEvent(onPrint)
  const printed = useEffectEvent(onPrinted)
  useEffect(() => {
    if (!isReady) return undefined
    const onEnd = () => printed()
    for (const end of ends) addEventListener(end, onEnd, true)
    begun()
    print()
    return () => ends.forEach((end) => removeEventListener(end, onEnd, true))
  }, [isReady])
  // A paper that is taken out of the page with its screen does not print when that comes back.
  useEffect(() => () => printed(), [])
  const day = today()
  const isOverdue = (invoice: ListedInvoice) => invoiceState(invoice, day) === 'overdue'
  const stateOf = (invoice: ListedInvoice) =>
    text(isOverdue(invoice) ? 'openItems.due' : Number(invoice.amount) < 0 ? 'openItems.credit' : 'invoices.open')
  const sorted = rows.toSorted((one, other) => dayOf(one).localeCompare(dayOf(other)))
  const hasReference = rows.some(({ no, paymentReference }) => paymentReference && paymentReference !== no)
  const accounts = new Set(
    rows.flatMap(({ payee, iban }) => (iban ? [[payee ?? '', groupedIban(iban)].join('\n')] : []))
  )
  const sums = [
    [text('openItems.openSum'), openSums(rows)],
    [text('openItems.dueSum'), openSums(rows.filter(isOverdue))]
  ] as const
  const { number = '', name = '' } = data ?? {}
  return (
    <section className="kc-open-items">
      <h1>{text('openItems.heading')}</h1>
      <p>{[name, number && text('openItems.number', { number })].filter(Boolean).join(', ')}</p>
      <p>{text('openItems.date', { date: toGermanDate(day) })}</p>
      <table>
        <thead>
          <tr>
            <th>{text('invoices.no')}</th>
            <th>{text('invoices.date')}</th>
            <th>{text('openItems.dueDate')}</th>
            {hasReference && <th>{text('invoices.reference')}</th>}
            <th>{text('invoices.state')}</th>
            <th className="kc-figure">{text('openItems.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((invoice, index) => (
            <tr key={index}>
              <td>{invoice.no ?? '–'}</td>
              <td>{toGermanDate(invoice.date) || '–'}</td>
              <td>{toGermanDate(invoice.dueDate) || '–'}</td>
              {hasReference && <td>{invoice.paymentReference ?? invoice.no}</td>}
              <td>{stateOf(invoice)}</td>
              <td className="kc-figure">{formatAmount(invoice.amount, invoice.currency) || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl>
        {sums.map(([label, values]) => (
          <div key={label}>
            <dt>{label}</dt>
            {values.length === 0 && <dd>–</dd>}
            {values.map((value) => (
              <dd key={value}>{value}</dd>
            ))}
          </div>
        ))}
      </dl>
      {accounts.size > 0 && (
        <dl>
          {[...accounts].map((account) => (
            <div key={account}>
              <dt>{text('openItems.account')}</dt>
              <dd>{account}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="kc-open-items-by">{text('openItems.by', { user: app.session.profile?.emailAddress ?? '' })}</p>
    </section>
  )
}

/** Returns the last day to pay; invoices without one are behind the others. */
const dayOf = ({ dueDate }: ListedInvoice) => readDate(dueDate) ?? '9999'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
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
  onPrinted: () => void
}

/**
 * Prints the open invoices, those due first, with their sums: a list for paper alone, in place of the screen. Without the
 * company's name, which may be missing, it is printed all the same.
 */
export default function OpenItems({ rows, onPrinted }: OpenItemsProps) {
  const text = useText()
  const app = useAppContext()
  const { data, isPending } = useQuery(customerAccount(app))
  const printed = useEffectEvent(onPrinted)
  useEffect(() => {
    if (isPending) return undefined
    const onAfter = () => printed()
    addEventListener('afterprint', onAfter)
    print()
    return () => removeEventListener('afterprint', onAfter)
  }, [isPending])
  const day = today()
  const isDue = (invoice: ListedInvoice) => invoiceState(invoice, day) === 'overdue'
  const stateOf = (invoice: ListedInvoice) =>
    text(isDue(invoice) ? 'openItems.due' : Number(invoice.amount) < 0 ? 'openItems.credit' : 'invoices.open')
  const sorted = rows.toSorted((one, other) => dayOf(one).localeCompare(dayOf(other)))
  const hasReference = rows.some(({ no, paymentReference }) => paymentReference && paymentReference !== no)
  const accounts = new Set(
    rows.flatMap(({ payee, iban }) => (iban ? [[payee ?? '', groupedIban(iban)].join('\n')] : []))
  )
  const sums = [
    [text('openItems.openSum'), openSums(rows)],
    [text('openItems.dueSum'), openSums(rows.filter(isDue))]
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
          {sorted.map((invoice) => (
            <tr key={`${invoice.companyNo}-${invoice.controlNo}`}>
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

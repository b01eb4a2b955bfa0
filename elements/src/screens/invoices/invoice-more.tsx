import type { Invoice } from '@customer-center/contract/invoice'
import { CopyValue } from '../../parts/copy-value.tsx'
import { useText } from '../../texts/texts.ts'

/** Tells whether an invoice is to be paid, as far as the backend says so. */
export const isOpen = ({ isPaid }: Invoice): boolean => isPaid === false

/** Tells whether there is more about an invoice than its row says: how it is paid. */
export const hasMore = (invoice: Invoice): boolean => isOpen(invoice) && Boolean(invoice.iban)

/** Shows how an open invoice is paid. */
export function InvoiceMore({ invoice: { payee, iban, paymentReference, no } }: { invoice: Invoice }) {
  const text = useText()
  const reference = paymentReference ?? String(no ?? '')
  return (
    <dl>
      {payee && <CopyValue label={text('invoices.payee')} value={payee} />}
      {iban && <CopyValue label={text('invoices.iban')} value={compactIban(iban)} shown={groupedIban(iban)} />}
      {reference && <CopyValue label={text('invoices.reference')} value={reference} />}
    </dl>
  )
}

const compactIban = (iban: string): string => iban.replaceAll(' ', '')
const groupedIban = (iban: string): string => compactIban(iban).replaceAll(/(.{4})(?=.)/g, '$1 ')

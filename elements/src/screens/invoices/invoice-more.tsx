import type { Invoice } from '@customer-center/contract/invoice'
import { useState } from 'react'
import { useBackendFeature } from '../../data/backend-feature.ts'
import { Button } from '../../parts/button.tsx'
import { CopyValue } from '../../parts/copy-value.tsx'
import { useLazyModule } from '../../parts/lazy-module.ts'
import { Notice } from '../../parts/notice.tsx'
import { useText } from '../../texts/texts.ts'
import { addStyles } from '../../theme/sheet.ts'
import css from './invoice-more.css?inline'

addStyles(css)

/** Returns whether there is more about an invoice than its row says: how it is paid, and sending it to bookkeeping. */
export function useHasMore(): (invoice: Invoice) => boolean {
  const isMailOffered = useBackendFeature('invoice-mail')
  return (invoice) => isMailOffered || (isOpen(invoice) && Boolean(invoice.iban))
}

/** Tells whether an invoice is to be paid, as far as the backend says so. */
export const isOpen = ({ isPaid }: Invoice): boolean => isPaid === false

/** Shows how an open invoice is paid, and mails it to bookkeeping. */
export function InvoiceMore({ invoice }: { invoice: Invoice }) {
  const text = useText()
  const isMailOffered = useBackendFeature('invoice-mail')
  const [sending, setSending] = useState(false)
  const [sent, setSent] = useState('')
  const { payee, iban, paymentReference } = invoice
  const reference = paymentReference ?? String(invoice.no ?? '')
  return (
    <div className="kc-invoice-more">
      {isOpen(invoice) && iban && (
        <dl>
          {payee && <CopyValue label={text('invoices.payee')} value={payee} />}
          <CopyValue label={text('invoices.iban')} value={compactIban(iban)} shown={groupedIban(iban)} />
          {reference && <CopyValue label={text('invoices.reference')} value={reference} />}
        </dl>
      )}
      {isMailOffered && (
        <div className="kc-invoice-send">
          <output>{sent}</output>
          <Button
            onClick={() => {
              setSent('')
              setSending(true)
            }}
          >
            {text('invoiceMail.action')}
          </Button>
        </div>
      )}
      {sending && (
        <MailDialog
          invoice={invoice}
          onClose={(said = '') => {
            setSending(false)
            setSent(said)
          }}
        />
      )}
    </div>
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

const compactIban = (iban: string): string => iban.replaceAll(' ', '')
const groupedIban = (iban: string): string => compactIban(iban).replaceAll(/(.{4})(?=.)/g, '$1 ')

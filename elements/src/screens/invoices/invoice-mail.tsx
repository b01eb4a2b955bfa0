import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { fileKindOf, germanFileSize } from '@customer-center/contract/file-name'
import { maxRecipients } from '@customer-center/contract/invoice'
import { maxAttachedBytes } from '@customer-center/contract/limits'
import { useAppContext } from '../../context/app-context.ts'
import { useBackendFeature } from '../../data/backend-feature.ts'
import { type InvoiceRecipients, invoiceRecipients, mailInvoice } from '../../data/invoice-mail.ts'
import { documentsOf, type ListedInvoice } from '../../data/invoice.ts'
import { QueryState } from '../../forms/query-state.tsx'
import { idempotencyKeys } from '../../lib/idempotency-key.ts'
import { Button } from '../../parts/button.tsx'
import { ModalDialog } from '../../parts/dialogs/modal-dialog.tsx'
import { useAction } from '../../parts/dialogs/use-action.ts'
import { CheckField } from '../../parts/fields/check-field.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useText } from '../../texts/texts.ts'
import './invoice-mail.css'

interface InvoiceMailProps {
  invoice: ListedInvoice
  /** Called with the sentence that names the recipients; without one if nothing was sent. */
  onClose: (sent?: string) => void
}

/** Limit of the recipients whom the message names. */
const maxNamed = 2

/** Renders the choice of recipients for an invoice's number and date. Nobody types an address or a text. */
export default function InvoiceMail({ invoice, onClose }: InvoiceMailProps) {
  const text = useText()
  const query = useQuery(invoiceRecipients(useAppContext()))
  const title = useId()
  const kinds = useAttachedKinds(invoice)
  return (
    <ModalDialog className="kc-invoice-mail" aria-labelledby={title} onEscape={() => onClose()}>
      <h2 id={title}>{text(kinds ? 'invoiceMail.fileHeading' : 'invoiceMail.heading', { no: invoice.no ?? '' })}</h2>
      <QueryState query={query} failed={text('invoiceMail.loadFailed')} skeleton={<Skeleton rows={3} />}>
        {(recipients) => <RecipientForm {...{ invoice, kinds, recipients, onClose }} />}
      </QueryState>
    </ModalDialog>
  )
}

/**
 * Returns the kinds of the files that the backend attaches to the mail, with their limit where their size is not known;
 * empty if the mail only leads to the invoice.
 */
function useAttachedKinds(invoice: ListedInvoice): string {
  const text = useText()
  const isAttached = useBackendFeature('invoice-attachments')
  const { fileSize } = invoice
  if (!isAttached || (fileSize ?? 0) > maxAttachedBytes) return ''
  const documents = documentsOf(invoice)
  const kinds = documents.map(({ fileName }) => fileKindOf(fileName)).join(` ${text('invoiceMail.and')} `)
  // The list has the size of the first file alone.
  const isSizeKnown = documents.length < 2 && typeof fileSize === 'number'
  return isSizeKnown ? kinds : text('invoiceMail.kindsUpTo', { kinds, size: germanFileSize(maxAttachedBytes) })
}

interface RecipientFormProps extends InvoiceMailProps {
  recipients: InvoiceRecipients
  /** The kinds of the attached files; empty without any. */
  kinds: string
}

function RecipientForm({ invoice, kinds, recipients, onClose }: RecipientFormProps) {
  const text = useText()
  const app = useAppContext()
  const { contacts, company } = recipients
  const [toCompany, setToCompany] = useState(company !== null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [keyOf] = useState(idempotencyKeys)
  const { busy, run } = useAction()

  async function send() {
    const answered = await mailInvoice(app, invoice, { recipients: [...chosen], toCompany }, keyOf)
    const emails = contacts.filter(({ contact }) => chosen.includes(contact)).map(({ email }) => email)
    const told = toCompany && company !== null ? [company, ...emails] : emails
    const sent = answered ?? told.length
    const no = invoice.no ?? ''
    onClose(
      told.length === sent && sent <= maxNamed
        ? text(kinds ? 'invoiceMail.fileSent' : 'invoiceMail.sent', { no, recipients: told.join(', ') })
        : text(kinds ? 'invoiceMail.fileSentTo' : 'invoiceMail.sentTo', { no, count: sent })
    )
  }

  return (
    <form
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void run(send, 'invoiceMail.failed')
      }}
    >
      <p>{kinds ? text('invoiceMail.fileHint', { kinds }) : text('invoiceMail.hint')}</p>
      <fieldset>
        <legend className="kc-hidden">{text('invoiceMail.recipients')}</legend>
        {company !== null && (
          <CheckField
            label={text('invoiceMail.company')}
            detail={company}
            checked={toCompany}
            onChange={({ target }) => setToCompany(target.checked)}
          />
        )}
        <ContactChoice {...{ contacts, chosen }} onChoose={setChosen} />
      </fieldset>
      {chosen.length >= maxRecipients && <output>{text('invoiceMail.most', { count: maxRecipients })}</output>}
      {company === null && contacts.length === 0 && <p>{text('invoiceMail.nobody')}</p>}
      <div className="kc-form-actions">
        <Button onClick={() => onClose()}>{text('action.cancel')}</Button>
        <Button kind="primary" type="submit" busy={busy} disabled={!toCompany && chosen.length === 0}>
          {text(kinds ? 'invoiceMail.sendFile' : 'invoiceMail.sendHint')}
        </Button>
      </div>
    </form>
  )
}

interface ContactChoiceProps extends Pick<InvoiceRecipients, 'contacts'> {
  chosen: readonly string[]
  onChoose: (chosen: readonly string[]) => void
}

function ContactChoice({ contacts, chosen, onChoose }: ContactChoiceProps) {
  return contacts.map(({ contact, name, email }) => {
    const isChosen = chosen.includes(contact)
    return (
      <CheckField
        key={contact}
        label={name}
        detail={email}
        checked={isChosen}
        disabled={!isChosen && chosen.length >= maxRecipients}
        onChange={() => onChoose(isChosen ? chosen.filter((one) => one !== contact) : [...chosen, contact])}
      />
    )
  })
}

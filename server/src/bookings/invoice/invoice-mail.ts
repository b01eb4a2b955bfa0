import { toGermanDate } from '@customer-center/contract/dates'
import { type InvoiceMail, invoiceFields } from '@customer-center/contract/invoice'
import type { RouteRightsOverride } from '@customer-center/contract/routes'
import {
  type About,
  checkOutgoing,
  defineMail,
  findOwner,
  type MailData,
  personName,
  queueMail
} from '../../mails/index.ts'
import { changeableTexts } from '../../platform/config/own-texts.ts'
import { screenUrl } from '../../platform/config/shops.ts'
import type { RawJson } from '../../platform/database/list.ts'
import type { Db } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Actor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { fillText } from '../../platform/lib/fill-text.ts'
import { limits } from '../../platform/limits/limits.ts'
import { takeTurn } from '../../platform/limits/turns.repository.ts'
import { recordAct } from '../../records/rows/audit.ts'
import { type IdempotencyKey, runOnce } from '../../records/saving/idempotency.ts'
import { findInvoice, findInvoiceRecipients } from './invoice.repository.ts'
import shippedTexts from './mail-texts.json' with { type: 'json' }

interface InvoiceMailData extends MailData {
  readonly no: string
  /** The invoice's date as yyyy-MM-dd. */
  readonly date: string
  readonly sender: number
}

const mailTexts = changeableTexts('invoice-mail', shippedTexts)

/** Tells a colleague or the company that there is an invoice, without its file and amount. */
export const invoiceMail = defineMail<InvoiceMailData, typeof shippedTexts>({
  name: 'invoice-mail',
  purpose: 'notice',
  // The mail greets nobody by name, since bookkeepers read mails to a company's address.
  isNameless: true,
  texts(config, { no }) {
    const texts = mailTexts(config)
    return { ...texts, subject: fillText(texts.subject, { no }) }
  },
  async say({ db, config, data, texts }: About<InvoiceMailData, typeof shippedTexts>) {
    const found = await findOwner(db, { providerId: data.providerId, contactId: data.sender })
    // The mail names its sender for questions, so it is dropped if the sender no longer exists.
    if (!found) return undefined
    const sender = personName(found)
    const { no, date, sender: by } = texts
    return {
      values: { sender },
      facts: [
        [no, data.no],
        [date, toGermanDate(data.date)],
        [by, sender]
      ],
      url: screenUrl(config, `invoices?${new URLSearchParams({ search: data.no }).toString()}`)
    }
  }
})

/**
 * Mails an invoice's number to contacts of the actor's customer who may see invoices, and to the company's address.
 * @param key of the request: a repeated request writes nothing and gets the same answer
 * @returns the number of queued mails
 * @throws Refusal `noSuchInvoice`, `noSuchContact`, `noRecipient`, `addressJustChanged`, `invoiceMailsUsedUp`,
 * `outgoingOnHold`
 */
export function sendInvoiceMail(
  db: Db,
  actor: Actor,
  { companyNo, controlNo, recipients, toCompany }: InvoiceMail,
  routeRights: RouteRightsOverride,
  key: IdempotencyKey | undefined
): Promise<{ sent: number } | RawJson> {
  return inTransaction(db, (trx) =>
    runOnce(trx, actor, key, async () => {
      await checkOutgoing(trx)
      const { providerId, customerId, contactId, shop } = actor
      const invoice = Number(companyNo) === providerId ? await findInvoice(trx, actor, Number(controlNo)) : undefined
      if (!invoice) throw new Refusal('noSuchInvoice')
      const requested = [...new Set(recipients.map(Number))]
      const found = await findInvoiceRecipients(trx, actor, requested, routeRights)
      const contacts = found.filter((one) => one.contactId !== null)
      const wanted = toCompany ? found : contacts
      if (contacts.length < requested.length) throw new Refusal('noSuchContact')
      if (wanted.length === 0) throw new Refusal('noRecipient')
      if (wanted.some(({ isNew }) => isNew)) throw new Refusal('addressJustChanged')
      for (const { contactId: recipient, address } of wanted) {
        if (!(await takeTurn(trx, limits.invoiceMails, ['invoice-mail', providerId, contactId])))
          throw new Refusal(limits.invoiceMails.refusal)
        // A mail to the company belongs to its sender, so that the copy of the sender's data includes it.
        const data = {
          providerId,
          shop,
          contactId: recipient ?? contactId,
          ...(recipient === null && { to: address })
        }
        await queueMail(trx, invoiceMail, { ...data, ...invoice, sender: contactId })
      }
      await recordAct(trx, actor, {
        resource: 'invoice-mail',
        key: { providerId, customerId },
        fields: invoiceFields,
        after: { no: invoice.no }
      })
      return { sent: wanted.length }
    })
  )
}

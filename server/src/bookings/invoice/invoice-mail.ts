import { toGermanDate } from '@customer-center/contract/dates'
import { type InvoiceMail, invoiceFields } from '@customer-center/contract/invoice'
import { maxAttachedBytes } from '@customer-center/contract/limits'
import type { RouteRightsOverride } from '@customer-center/contract/routes'
import {
  type MailContext,
  checkOutgoing,
  defineMail,
  type FileAccess,
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
import { countMail } from '../../platform/limits/mail-limit.repository.ts'
import type { MailAttachment } from '../../platform/mail/mailer.ts'
import { recordAct } from '../../records/rows/audit.ts'
import { type IdempotencyKey, runOnce } from '../../records/saving/idempotency.ts'
import { fileRefusal, verifiedBytes } from '../document/read-files.ts'
import { findInvoice, findInvoiceFiles, findInvoiceRecipients } from './invoice.repository.ts'
import shippedTexts from './mail-texts.json' with { type: 'json' }

interface InvoiceMailData extends MailData {
  readonly no: string
  /** The invoice's date as yyyy-MM-dd. */
  readonly date: string
  readonly sender: number
  /** Whether it goes to the company's own address. */
  readonly toCompany?: boolean
  /** Keys of the invoice. */
  readonly customerId: number
  readonly controlNo: number
}

/** Limit of the time for reading all files, so that the run ends within the job's timeout. */
const readMs = 20_000

/**
 * Reads the files of an invoice for its mail. There are none unless the recipient may open invoices now, with this
 * address for a day, or if they are lost, too large, or slow to read: the mail has its link alone then.
 * @throws Error if the storage fails, so that the mail is tried again
 */
async function readAttachments(
  { db, config, to, data }: Pick<MailContext<InvoiceMailData, unknown>, 'db' | 'config' | 'to' | 'data'>,
  { storage, log, signal }: FileAccess
): Promise<MailAttachment[]> {
  if (config.invoiceMail === 'link') return []
  const recipients = await findInvoiceRecipients(db, data, [data.contactId], config.routeRights)
  const recipient = data.toCompany ? null : data.contactId
  if (!recipients.some((one) => one.contactId === recipient && one.address === to && !one.isNew)) return []
  const files = await findInvoiceFiles(db, data, data.controlNo)
  if (files.reduce((sum, { size }) => sum + size, 0) > maxAttachedBytes) return []
  const attachments: MailAttachment[] = []
  const timeout = AbortSignal.timeout(readMs)
  const ended = AbortSignal.any([signal, timeout])
  for (const file of files) {
    try {
      const pieces: Buffer[] = []
      for await (const piece of verifiedBytes(storage, file, ended)) pieces.push(piece)
      attachments.push({ filename: file.fileName, content: Buffer.concat(pieces) })
    } catch (error) {
      if (timeout.aborted && !signal.aborted) {
        log.warn({ documentId: file.documentId }, 'the files of an invoice take too long to read, so its mail has none')
        return []
      }
      if (fileRefusal(error, file, log, signal).code !== 'documentDamaged') throw error
    }
  }
  return attachments
}

const mailTexts = changeableTexts('invoice-mail', shippedTexts)

/** Tells a colleague or the company that there is an invoice, without its amount; its files are attached by a setting. */
export const invoiceMail = defineMail<InvoiceMailData, typeof shippedTexts>({
  name: 'invoice-mail',
  purpose: 'notice',
  // The mail greets nobody by name, since bookkeepers read mails to a company's address.
  isNameless: true,
  texts(config, { no }) {
    const texts = mailTexts(config)
    return { ...texts, subject: fillText(texts.subject, { no }) }
  },
  async say(about: MailContext<InvoiceMailData, typeof shippedTexts>) {
    const { db, config, data, texts, files } = about
    const found = await findOwner(db, { providerId: data.providerId, contactId: data.sender })
    // The mail names its sender for questions, so it is dropped if the sender no longer exists.
    if (!found) return undefined
    const sender = personName(found)
    const { no, date, sender: by, attached } = texts
    const attachments = files ? await readAttachments(about, files) : []
    const names = attachments.map(({ filename }) => filename).join(', ')
    return {
      values: { sender },
      facts: [
        [no, data.no],
        [date, toGermanDate(data.date)],
        [by, sender],
        ...(names === '' ? [] : [[attached, names] as const])
      ],
      attachments,
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
        if (!(await countMail(trx, limits.invoiceMails, ['invoice-mail', providerId, contactId])))
          throw new Refusal(limits.invoiceMails.refusal)
        // A mail to the company belongs to its sender, so that the copy of the sender's data includes it.
        const data = {
          providerId,
          shop,
          contactId: recipient ?? contactId,
          ...(recipient === null && { to: address, toCompany: true })
        }
        await queueMail(trx, invoiceMail, { ...data, ...invoice, customerId, sender: contactId })
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

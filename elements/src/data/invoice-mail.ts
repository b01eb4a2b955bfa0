import { queryOptions } from '@tanstack/react-query'
import { listContacts } from '@customer-center/contract/contact'
import { getCustomer } from '@customer-center/contract/customer'
import { sendInvoiceMail } from '@customer-center/contract/invoice'
import { rightName } from '@customer-center/contract/rights'
import { mayOpen } from '@customer-center/contract/routes'
import { rowOf, rowsOf } from '../client/rows.ts'
import { serializeId } from '../client/saved-row.ts'
import type { AppContext } from '../context/app-context.ts'
import { fullName, sortByName } from '../lib/contact-name.ts'
import { callFeature } from './backend-feature.ts'
import { contactFieldMap, type SavedContact } from './contact.ts'
import { customerFieldMap } from './customer.ts'
import { type ListedInvoice, invoiceFieldMap } from './invoice.ts'

const asContacts = rowsOf(contactFieldMap)
const asCustomer = rowOf(customerFieldMap)

const contactNames = [
  'pvaid',
  'firstName',
  'lastName',
  'title',
  'postNominalTitle',
  'shopEmail',
  'webshopRights',
  'active'
] as const

interface InvoiceRecipient {
  readonly contact: string
  readonly name: string
  readonly email: string
}

export interface InvoiceRecipients {
  readonly contacts: readonly InvoiceRecipient[]
  /** The company's own address; null where it has none. */
  readonly company: string | null
}

/** Query: the active contacts with a login that shows invoices, and the company's address. */
export function invoiceRecipients({ call, config }: AppContext) {
  return queryOptions({
    queryKey: ['invoice-recipients'],
    queryFn: async ({ signal }): Promise<InvoiceRecipients> => {
      const [rows, { emailAddress }] = await Promise.all([
        call(listContacts, { as: asContacts, fields: contactNames, signal }),
        call(getCustomer, { as: asCustomer, fields: ['emailAddress'], signal })
      ])
      const allowed = rows.filter(
        ({ active, webshopRights }) => active && mayOpen('invoices', rightName(webshopRights ?? 0), config.routeRights)
      )
      return { contacts: sortByName(allowed).flatMap((one) => recipientOf(one, config)), company: emailAddress }
    },
    // Nothing is cached: nobody must choose among addresses from before a save.
    gcTime: 0
  })
}

function recipientOf(one: SavedContact, config: AppContext['config']): InvoiceRecipient[] {
  const { pvaid, shopEmail } = one
  return pvaid === null || !shopEmail
    ? []
    : [{ contact: pvaid, email: shopEmail, name: fullName(one, config) || shopEmail }]
}

/**
 * Mails an invoice's number and date. Returns the number of recipients; null from a backend that does not say it.
 * Throws CallError.
 */
export async function mailInvoice(
  app: AppContext,
  { companyNo, controlNo }: ListedInvoice,
  to: { recipients: readonly string[]; toCompany: boolean },
  keyOf: (content: unknown) => string
): Promise<number | null> {
  const { format } = app.config
  const data = {
    companyNo: serializeId(format, invoiceFieldMap, 'companyNo', companyNo),
    controlNo: serializeId(format, invoiceFieldMap, 'controlNo', controlNo),
    recipients: to.recipients.map((one) => serializeId(format, contactFieldMap, 'pvaid', one)),
    toCompany: to.toCompany
  }
  const options = { body: { data }, idempotencyKey: keyOf(data) }
  const answer: { sent?: unknown } | null = await callFeature(app, sendInvoiceMail, options)
  return typeof answer?.sent === 'number' ? answer.sent : null
}

import { queryOptions } from '@tanstack/react-query'
import { type Contact, contactFields, listContacts } from '@customer-center/contract/contact'
import { customerFields, getCustomer } from '@customer-center/contract/customer'
import type { Id, WireRow } from '@customer-center/contract/field-codes'
import { type Invoice, sendInvoiceMail } from '@customer-center/contract/invoice'
import { rightName } from '@customer-center/contract/rights'
import { mayOpen } from '@customer-center/contract/routes'
import { type FieldMap, fromWire, resFields } from '../client/fields.ts'
import { listedRows } from '../client/rows.ts'
import type { AppContext } from '../context/app-context.ts'
import { fullName, sortByName } from '../lib/contact-name.ts'
import { callFeature } from './backend-feature.ts'

const contact: FieldMap<typeof contactFields> = { noun: 'contact', fields: contactFields }
const customer: FieldMap<typeof customerFields> = { noun: 'customer', fields: customerFields }

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
  readonly contact: Id
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
  const { fieldCodes, routeRights } = config
  return queryOptions({
    queryKey: ['invoice-recipients'],
    queryFn: async ({ signal }): Promise<InvoiceRecipients> => {
      const of = { RES_FIELDS: resFields(contact, fieldCodes, contactNames) }
      const ofCompany = { RES_FIELDS: resFields(customer, fieldCodes, ['emailAddress']) }
      const [rows, company] = await Promise.all([
        call(listContacts, { query: of, signal }),
        call(getCustomer, { query: ofCompany, signal })
      ])
      const allowed = listedRows<WireRow>(rows)
        .map((row) => fromWire(contact, fieldCodes, row))
        .filter(
          ({ active, webshopRights }) => active && mayOpen('invoices', rightName(webshopRights ?? 0), routeRights)
        )
      return {
        contacts: byName(allowed).flatMap((one) => recipientOf(one, config)),
        company: fromWire(customer, fieldCodes, company).emailAddress
      }
    },
    // Nothing is cached: nobody must choose among addresses from before a save.
    gcTime: 0
  })
}

type ReadContact = Pick<Contact, (typeof contactNames)[number]>

const byName = (rows: readonly ReadContact[]) =>
  sortByName(
    [...rows],
    ({ lastName }) => lastName ?? '',
    ({ firstName }) => firstName ?? ''
  )

function recipientOf(one: ReadContact, config: AppContext['config']): InvoiceRecipient[] {
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
  { companyNo, controlNo }: Invoice,
  to: { recipients: Id[]; toCompany: boolean },
  keyOf: (content: unknown) => string
): Promise<number | null> {
  const data = { companyNo, controlNo, ...to }
  const options = { body: { data }, idempotencyKey: keyOf(data) }
  const answer: { sent?: unknown } | null = await callFeature(app, sendInvoiceMail, options)
  return typeof answer?.sent === 'number' ? answer.sent : null
}

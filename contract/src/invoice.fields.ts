import { z } from 'zod'
import { exportSchema } from './document.fields.ts'
import { eventDocumentFields } from './document.ts'
import {
  decimal,
  described,
  externalId,
  immutable,
  matching,
  reference,
  required,
  refusesRow,
  own
} from './import-field.ts'
import {
  exportInvoices,
  type Invoice,
  invoiceFields,
  listInvoices,
  mostRecipients,
  sendInvoiceMail
} from './invoice.ts'
import { defineEndpoint, listRowSchema, money } from './schema.ts'

const isoCode = matching(own('text', 3), /^[A-Z]{3}$/, 'must be a code of ISO 4217, such as EUR.')
// Neither $ nor £ nor ¥: each is the sign of several currencies.
const currency = { ...isoCode, signs: { '€': 'EUR' } }

/** A row of a provider, by member. */
export const invoicesImport = {
  externalId,
  customer: required(reference('customers')),
  controlNo: immutable(own('number'), 'Number of the row, which names it in the list'),
  no: required(own('text', 50), 'The invoice number'),
  date: required(own('date')),
  document: described(reference('documents'), 'Until it is there, the list says that it follows'),
  xml: described(reference('documents'), 'The e-invoice (XRechnung, ebInterface), beside the PDF or alone'),
  order: reference('orders'),
  amount: refusesRow(decimal(10), 'VAT included; below zero for a credit note'),
  currency: refusesRow(currency, 'Such as EUR; needed with an amount'),
  dueDate: own('date'),
  isPaid: refusesRow(own('flag')),
  paymentReference: described(own('text', 140), 'What the payment has to name; the invoice number by default')
} as const

const { caption, documentHash, fileName } = eventDocumentFields
const invoices = z.array(
  listRowSchema<Invoice>(invoiceFields, {
    no: z.nullable(z.string()),
    amount: z.optional(money.amount),
    currency: z.optional(money.currency),
    documents: z.optional(z.nullable(z.array(listRowSchema({ caption, documentHash, fileName }))))
  })
)

export const listInvoicesSchema = defineEndpoint(listInvoices, 'Invoices of the company', invoices)
export const exportInvoicesSchema = exportSchema(exportInvoices)
export const sendInvoiceMailSchema = defineEndpoint(
  sendInvoiceMail,
  'Mails contacts, and the company, that there is an invoice',
  z.strictObject({ sent: z.int32() }),
  {
    body: z.strictObject({
      data: z.strictObject({
        companyNo: z.int32(),
        controlNo: z.int32(),
        recipients: z.array(z.int32()).check(z.maxLength(mostRecipients)),
        toCompany: z.boolean()
      })
    })
  }
)

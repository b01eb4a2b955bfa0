import * as z from 'zod/mini'
import { eventDocumentFields } from './document.ts'
import {
  exportInvoices,
  type Invoice,
  invoiceFields,
  listInvoices,
  mostRecipients,
  sendInvoiceMail
} from './invoice.ts'
import { defineEndpoint, defineExport, listRowSchema, money } from './schema.ts'

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
export const exportInvoicesSchema = defineExport(exportInvoices)
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

import * as z from 'zod/mini'
import { documentFields } from './document.ts'
import { exportInvoices, listInvoices } from './invoice.ts'
import { defineEndpoint, isoDate, rowSchema } from './schema.ts'

const invoices = z.array(
  z.strictObject({
    companyNo: z.int(),
    controlNo: z.int(),
    no: z.nullable(z.string()),
    date: z.nullable(isoDate),
    documentHash: z.nullable(z.string()),
    fileName: z.optional(z.nullable(z.string())),
    fileSize: z.optional(z.nullable(z.int())),
    amount: z.optional(z.nullable(z.string().check(z.regex(/^-?\d+(\.\d+)?$/)))),
    currency: z.optional(z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/)))),
    dueDate: z.optional(z.nullable(isoDate)),
    isPaid: z.optional(z.nullable(z.boolean())),
    documents: z.optional(
      z.nullable(
        z.array(
          z.strictObject({
            caption: z.nullable(z.string()),
            documentHash: z.string(),
            fileName: z.nullable(z.string())
          })
        )
      )
    )
  })
)

export const listInvoicesSchema = defineEndpoint(listInvoices, 'Invoices of the company', invoices)
export const exportInvoicesSchema = defineEndpoint(
  exportInvoices,
  'The list as a file for spreadsheets',
  rowSchema(documentFields)
)

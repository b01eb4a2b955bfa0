import * as z from 'zod/mini'
import { listInvoices } from './invoice.ts'
import { defineEndpoint, isoDate } from './schema.ts'

const invoices = z.array(
  z.strictObject({
    companyNo: z.int(),
    controlNo: z.int(),
    no: z.nullable(z.string()),
    date: z.nullable(isoDate),
    documentHash: z.nullable(z.string())
  })
)

export const listInvoicesSchema = defineEndpoint(listInvoices, 'Invoices of the company', invoices)

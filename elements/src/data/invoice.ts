import { eventDocumentFields } from '@customer-center/contract/document'
import { type Invoice, type InvoiceDocument, invoiceFields, listInvoices } from '@customer-center/contract/invoice'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../context/app-context.ts'
import { codeOf } from '../client/fields.ts'
import { plainRows } from '../client/rows.ts'

const map = { noun: 'invoice', fields: invoiceFields } as const
const documentMap = { noun: 'invoice-document', fields: eventDocumentFields } as const

/** The company's invoices, in the server's order. */
export function invoices({ call, config: { fieldCodes } }: AppContext) {
  return queryOptions({
    queryKey: ['invoices'],
    queryFn: async ({ signal }) =>
      plainRows<Invoice>(map, fieldCodes, await call(listInvoices, { signal })).map((one) => {
        const documents: unknown = Reflect.get(one, codeOf(map, fieldCodes, 'documents'))
        return { ...one, documents: plainRows<InvoiceDocument>(documentMap, fieldCodes, documents) }
      })
  })
}

/** The files of an invoice, the one that people read first; none while the provider has not sent one. */
export function documentsOf(invoice: Invoice): readonly InvoiceDocument[] {
  const documents = (invoice.documents ?? []).filter(({ documentHash }) => Boolean(documentHash))
  if (documents.length > 0) return documents
  const { documentHash, fileName } = invoice
  return documentHash ? [{ caption: null, documentHash, fileName }] : []
}

/**
 * An amount of money as people write it: `1.234,50 €`. What is no number, and a currency that nobody knows, stay as they are.
 * @param amount a decimal number, as a text or as a number
 * @param currency ISO 4217
 */
export function formatAmount(amount: string | number | null | undefined, currency: string | null | undefined): string {
  if (amount === null || amount === undefined || amount === '') return ''
  const value = Number(amount)
  if (!Number.isFinite(value)) return String(amount)
  const code = currency && /^[A-Z]{3}$/.test(currency) ? currency : undefined
  // The Austrian locale groups thousands with a space and begins with the sign; documents and specification do neither.
  const format = new Intl.NumberFormat('de-DE', code ? { style: 'currency', currency: code } : twoDecimals)
  return format.format(value)
}

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 }

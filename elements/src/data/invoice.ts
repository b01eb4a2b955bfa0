import { queryOptions } from '@tanstack/react-query'
import { eventDocumentFields } from '@customer-center/contract/document'
import { type Invoice, type InvoiceDocument, invoiceFields, listInvoices } from '@customer-center/contract/invoice'
import { codeOf } from '../client/fields.ts'
import { plainRows } from '../client/rows.ts'
import type { AppContext } from '../context/app-context.ts'
import { formatAmount } from '../lib/format-amount.ts'

const map = { noun: 'invoice', fields: invoiceFields } as const
const documentMap = { noun: 'invoice-document', fields: eventDocumentFields } as const

/** Query: the company's invoices, in the server's order. */
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

/**
 * Returns the files of an invoice, beginning with the one that people read first; none until the provider has sent one.
 */
export function documentsOf(invoice: Invoice): readonly InvoiceDocument[] {
  const documents = (invoice.documents ?? []).filter(({ documentHash }) => Boolean(documentHash))
  if (documents.length > 0) return documents
  const { documentHash, fileName } = invoice
  return documentHash ? [{ caption: null, documentHash, fileName }] : []
}

/** Returns the sum of the open invoices for each currency; nothing if an amount is unknown. */
export function openSums(rows: readonly Invoice[]): string[] {
  const open = rows.filter(({ isPaid }) => isPaid === false)
  const cents = new Map<string, number>()
  for (const { amount, currency } of open) {
    const value = Number(amount ?? Number.NaN)
    if (!Number.isFinite(value)) return []
    cents.set(currency ?? '', (cents.get(currency ?? '') ?? 0) + Math.round(value * 100))
  }
  return [...cents].map(([currency, sum]) => formatAmount(sum / 100, currency))
}

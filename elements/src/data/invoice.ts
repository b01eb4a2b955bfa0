import { queryOptions } from '@tanstack/react-query'
import { eventDocumentFields } from '@customer-center/contract/document'
import { eventKeyFields } from '@customer-center/contract/event-key'
import { invoiceFields, isUnpaid, listInvoices } from '@customer-center/contract/invoice'
import { rowsOf } from '../client/rows.ts'
import type { RowOf } from '../client/wire-format.ts'
import type { AppContext } from '../context/app-context.ts'
import { formatAmount } from '../lib/format-amount.ts'

export const invoiceFieldMap = {
  noun: 'invoice',
  fields: invoiceFields,
  lists: {
    documents: { noun: 'invoice-document', fields: eventDocumentFields },
    events: { noun: 'event-key', fields: eventKeyFields }
  }
} as const
const as = rowsOf(invoiceFieldMap)

export type ListedInvoice = RowOf<typeof invoiceFieldMap>
export type ListedInvoiceFile = Pick<ListedInvoice['documents'][number], 'caption' | 'documentHash' | 'fileName'>

/** Query: the company's invoices, in the server's order. */
export function invoices({ call }: AppContext) {
  return queryOptions({
    queryKey: ['invoices'],
    queryFn: ({ signal }) => call(listInvoices, { as, signal })
  })
}

/**
 * Returns the files of an invoice, beginning with the one that people read first; none until the provider has sent one.
 */
export function documentsOf(invoice: ListedInvoice): readonly ListedInvoiceFile[] {
  const documents = invoice.documents.filter(({ documentHash }) => Boolean(documentHash))
  if (documents.length > 0) return documents
  const { documentHash, fileName } = invoice
  return documentHash ? [{ caption: null, documentHash, fileName }] : []
}

/** Returns the sum of the open invoices for each currency; nothing if an amount is unknown. */
export function openSums(rows: readonly ListedInvoice[]): string[] {
  const open = rows.filter(isUnpaid)
  const cents = new Map<string, number>()
  for (const { amount, currency } of open) {
    const value = Number(amount ?? Number.NaN)
    if (!Number.isFinite(value)) return []
    cents.set(currency ?? '', (cents.get(currency ?? '') ?? 0) + Math.round(value * 100))
  }
  return [...cents].map(([currency, sum]) => formatAmount(sum / 100, currency))
}

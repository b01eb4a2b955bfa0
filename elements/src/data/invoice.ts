import { type Invoice, type InvoiceDocument, listInvoices } from '@customer-center/contract/invoice'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../context/app-context.ts'
import { rowsOf } from '../client/rows.ts'

/** The company's invoices, in the server's order. */
export function invoices({ call }: AppContext) {
  return queryOptions({
    queryKey: ['invoices'],
    queryFn: async ({ signal }) => rowsOf<Invoice>(await call(listInvoices, { signal }))
  })
}

/** The files of an invoice, the one that people read first; none while the provider has not sent one. */
export function documentsOf(invoice: Invoice): readonly InvoiceDocument[] {
  const documents = rowsOf<InvoiceDocument>(invoice.documents).filter(({ documentHash }) => Boolean(documentHash))
  if (documents.length > 0) return documents
  const { documentHash, fileName = null } = invoice
  return documentHash ? [{ caption: null, documentHash, fileName }] : []
}

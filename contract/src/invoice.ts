import { get, ofFeature } from './endpoint.ts'
import type { Id, WireRow } from './field-codes.ts'

export interface Invoice {
  companyNo: Id
  /** Running number of the invoice in the provider's books. */
  controlNo: Id
  no: Id | null
  /** yyyy-MM-dd, as `readDate` reads it from any backend. */
  date: string | null
  /** Opaque key for /dms/getdoc; null if there is no file. */
  documentHash: string | null
  /** Of the file; a backend may not know it. */
  fileName?: string | null | undefined
  /** Bytes; a backend may not know it. */
  fileSize?: number | null | undefined
}

export const listInvoices = get<undefined, Invoice[]>('/eventmanager/invoicebysubscriber', { route: 'invoices' })

/** The list as a file for spreadsheets, in the fields of a document. */
export const exportInvoices = ofFeature('csv', get<undefined, WireRow>('/csv/invoices', { route: 'invoices' }))

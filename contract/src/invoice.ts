import { get } from './endpoint.ts'

export interface Invoice {
  companyNo: number
  /** Running number of the invoice in the provider's books. */
  controlNo: number
  no: string | null
  /** yyyy-MM-dd. */
  date: string | null
  /** Opaque key for /dms/getdoc; null if there is no file. */
  documentHash: string | null
}

export const listInvoices = get<undefined, Invoice[]>('/eventmanager/invoicebysubscriber', { route: 'invoices' })

import { type IsoDate, readDate } from './dates.ts'
import type { EventDocument } from './document.ts'
import { get, ofFeature } from './endpoint.ts'
import { date, flag, type Id, id, number, text, type WireRow } from './field-codes.ts'

export interface Invoice {
  companyNo: Id
  /** Running number of the invoice in the provider's books. */
  controlNo: Id
  no: Id | null
  /** yyyy-MM-dd, as `readDate` reads it from any backend. */
  date: string | null
  /** Opaque key for /dms/getdoc: of the PDF, or of the XML where that is alone; null while there is no file. */
  documentHash: string | null
  /** Of the file; a backend may not know it. */
  fileName?: string | null | undefined
  /** Bytes; a backend may not know it. */
  fileSize?: number | null | undefined
  /** What is to be paid, VAT included, as a decimal number such as `1234.50`; below zero for a credit note. These four are left out by a backend that does not know them. */
  amount?: string | null | undefined
  /** ISO 4217, such as `EUR`. */
  currency?: string | null | undefined
  /** yyyy-MM-dd, the last day to pay. */
  dueDate?: string | null | undefined
  isPaid?: boolean | null | undefined
  /** PDF and XML of an invoice that has both; null or left out where `documentHash` is all there is. */
  documents?: readonly InvoiceDocument[] | null | undefined
}

/** One of the files of an invoice. */
export type InvoiceDocument = Pick<EventDocument, 'caption' | 'documentHash' | 'fileName'>

/** Its members, as fields of plain names. */
export const invoiceFields = {
  companyNo: id('companyNo'),
  controlNo: id('controlNo'),
  no: id('no'),
  date: date('date'),
  documentHash: text('documentHash'),
  fileName: text('fileName'),
  fileSize: number('fileSize'),
  amount: text('amount'),
  currency: text('currency'),
  dueDate: date('dueDate'),
  isPaid: flag('isPaid')
} as const

/** Whether an invoice is settled; null if the backend does not say. */
export type InvoiceState = 'paid' | 'open' | 'overdue'

/** An invoice is overdue after the last day to pay; what is paid back never is. */
export function invoiceState({ amount, dueDate, isPaid }: Invoice, today: IsoDate): InvoiceState | null {
  if (typeof isPaid !== 'boolean') return null
  if (isPaid) return 'paid'
  const due = readDate(dueDate)
  return due !== null && due < today && !(Number(amount ?? 0) < 0) ? 'overdue' : 'open'
}

export const listInvoices = get<undefined, Invoice[]>('/eventmanager/invoicebysubscriber', { route: 'invoices' })

/** The list as a file for spreadsheets, in the fields of a document. */
export const exportInvoices = ofFeature('csv', get<undefined, WireRow>('/csv/invoices', { route: 'invoices' }))

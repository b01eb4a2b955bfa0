import { type IsoDate, readDate } from './dates.ts'
import type { EventDocument } from './document.ts'
import { get, ofFeature } from './endpoint.ts'
import { always, date, type FieldValues, flag, id, number, optional, text, type WireRow } from './field-codes.ts'

/** A backend may not know the file's size, the amount, and what follows it. */
export const invoiceFields = {
  companyNo: always(id('companyNo')),
  /** Running number of the invoice in the provider's books. */
  controlNo: always(id('controlNo')),
  no: id('no'),
  /** The date as yyyy-MM-dd, as `readDate` reads it from any backend. */
  date: date('date'),
  /** Opaque key for /dms/getdoc: of the PDF, or of the XML where that is alone; null while there is no file. */
  documentHash: text('documentHash'),
  fileName: optional(text('fileName')),
  /** Bytes. */
  fileSize: optional(number('fileSize')),
  /** What is to be paid, VAT included, as a decimal number such as `1234.50`; below zero for a credit note. */
  amount: optional(text('amount')),
  /** ISO 4217, such as `EUR`. */
  currency: optional(text('currency')),
  /** The last day to pay, as yyyy-MM-dd. */
  dueDate: optional(date('dueDate')),
  isPaid: optional(flag('isPaid'))
} as const

/** One of the files of an invoice. */
export type InvoiceDocument = Pick<EventDocument, 'caption' | 'documentHash' | 'fileName'>

export interface Invoice extends FieldValues<typeof invoiceFields> {
  /** PDF and XML of an invoice that has both; null or left out where `documentHash` is all there is. */
  documents?: readonly InvoiceDocument[] | null | undefined
}

/** The state of an invoice; null if the backend does not say. */
export type InvoiceState = 'paid' | 'open' | 'overdue'

/** Returns the state of an invoice: overdue after the last day to pay; a credit note never is. */
export function invoiceState({ amount, dueDate, isPaid }: Invoice, today: IsoDate): InvoiceState | null {
  if (typeof isPaid !== 'boolean') return null
  if (isPaid) return 'paid'
  const due = readDate(dueDate)
  return due !== null && due < today && !(Number(amount ?? 0) < 0) ? 'overdue' : 'open'
}

export const listInvoices = get<undefined, Invoice[]>('/eventmanager/invoicebysubscriber', { route: 'invoices' })

/** The list as a file for spreadsheets, in the fields of a document. */
export const exportInvoices = ofFeature('csv', get<undefined, WireRow>('/csv/invoices', { route: 'invoices' }))

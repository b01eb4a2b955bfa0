import { z } from 'zod'
import { type IsoDate, readDate } from './dates.ts'
import { type EventDocument, eventDocumentFields } from './document.ts'
import { creatingCall, getCall, ofFeature, sendCall } from './endpoint.ts'
import { type EventKey, eventKeyFields } from './event-key.ts'
import { exportSchema } from './exported-file.ts'
import {
  alwaysSent,
  dateField,
  decimalField,
  type FieldValues,
  flagField,
  idField,
  type Id,
  numberField,
  optionalField,
  textField,
  type WireRow
} from './field-codes.ts'
import {
  describeField,
  externalId,
  immutableField,
  matchingField,
  referenceTo,
  requiredField,
  refusesRow,
  ownField
} from './import-field.ts'
import { defineEndpoint, listRowSchema, moneyMembers, opaqueId } from './schema.ts'

/** A backend may lack the file's size, the amount, and all later members. */
export const invoiceFields = {
  /** The provider’s own company that has written the invoice. */
  companyNo: alwaysSent(idField('companyNo')),
  /** Running number of the invoice in the provider's books. */
  controlNo: alwaysSent(idField('controlNo')),
  /** Number of the invoice, as it is printed. */
  no: idField('no'),
  /** Day of the invoice. */
  date: dateField('date'),
  /** Opaque key for /dms/getdoc: of the PDF, or of the XML if that is the only file; null while there is no file. */
  documentHash: textField('documentHash'),
  /** File name with its extension, used where the file itself comes without one. */
  fileName: optionalField(textField('fileName')),
  /** Size of the file in bytes. */
  fileSize: optionalField(numberField('fileSize')),
  /** Amount to be paid, VAT included, as a decimal number such as `1234.50`; below zero for a credit note. */
  amount: optionalField(decimalField('amount', 10)),
  /** ISO 4217, such as `EUR`. */
  currency: optionalField(textField('currency')),
  /** The last day to pay. */
  dueDate: optionalField(dateField('dueDate')),
  /** Whether it is paid; null or missing: the list shows no state. */
  isPaid: optionalField(flagField('isPaid')),
  /** The provider's account; null if it has named none. */
  iban: optionalField(textField('iban')),
  /** The name of that account's owner. */
  payee: optionalField(textField('payee')),
  /** Text that the payment has to contain, such as the number of the invoice. */
  paymentReference: optionalField(textField('paymentReference', 140))
} as const

export type InvoiceDocument = Pick<EventDocument, 'caption' | 'documentHash' | 'fileName'>

export interface Invoice extends FieldValues<typeof invoiceFields> {
  /** PDF and XML of an invoice that has both; null or left out if `documentHash` is the only file. */
  documents?: readonly InvoiceDocument[] | null | undefined
  /** The events of its order. */
  events?: readonly EventKey[] | null | undefined
}

/** State of an invoice; null if the backend does not send it. */
export type InvoiceState = 'paid' | 'open' | 'overdue'

/** Returns the state of an invoice: overdue after the last day for payment, unless there is nothing to pay. */
export function invoiceState(
  { amount, dueDate, isPaid }: Pick<Invoice, 'amount' | 'dueDate' | 'isPaid'>,
  today: IsoDate
): InvoiceState | null {
  if (typeof isPaid !== 'boolean') return null
  if (isPaid) return 'paid'
  const due = readDate(dueDate)
  return due !== null && due < today && Number(amount ?? 1) > 0 ? 'overdue' : 'open'
}

/** Tells whether an invoice is still to be paid; only if the backend says so. */
export const isUnpaid = ({ isPaid }: Pick<Invoice, 'isPaid'>): boolean => isPaid === false

/** The newest first: the elements keep this order until a person sorts the list. */
export const listInvoices = getCall<undefined, Invoice[]>('/eventmanager/invoicebysubscriber', { route: 'invoices' })

/** The file comes in the fields of a document. */
export const exportInvoices = ofFeature('csv', getCall<undefined, WireRow>('/csv/invoices', { route: 'invoices' }))

/** Limit of the contacts to whom one call mails an invoice. */
export const maxRecipients = 10

/** An invoice to mail, and its recipients: contacts by `pvaid`, and the company's own address. */
export interface InvoiceMail {
  companyNo: Id
  controlNo: Id
  recipients: Id[]
  toCompany: boolean
}

/**
 * Mails number, date and a link to the shop's invoices, without the amount; with the files where `features` has
 * `invoice-attachments`. Recipients are active contacts with a right that shows invoices; callers cannot enter an address
 * or a text.
 */
export const sendInvoiceMail = ofFeature(
  'invoice-mail',
  creatingCall(sendCall<InvoiceMail, { sent: number }>('POST', '/eventmanager/invoicemail', { route: 'invoices' }))
)

const currency = () => ({
  ...matchingField(ownField('text', 3), /^[A-Z]{3}$/, 'must be a code of ISO 4217, such as EUR.'),
  // Neither $ nor £ nor ¥: each is the sign of several currencies.
  signs: { '€': 'EUR' }
})

export const invoicesImport = () => ({
  externalId,
  customer: requiredField(referenceTo('customers')),
  controlNo: immutableField(ownField('number'), 'Number of the row, which names it in the list'),
  no: requiredField(ownField('text', 50), 'The invoice number'),
  date: requiredField(invoiceFields.date),
  document: describeField(referenceTo('documents'), 'Until it is there, the list says that it follows'),
  xml: describeField(referenceTo('documents'), 'The e-invoice (XRechnung, ebInterface), beside the PDF or alone'),
  order: referenceTo('orders'),
  amount: refusesRow(invoiceFields.amount, 'VAT included; below zero for a credit note'),
  currency: refusesRow(currency(), 'Such as EUR; needed with an amount'),
  dueDate: invoiceFields.dueDate,
  isPaid: refusesRow(invoiceFields.isPaid),
  paymentReference: describeField(
    invoiceFields.paymentReference,
    'Text that the payment has to contain; the invoice number by default'
  )
})

const { caption, documentHash, fileName } = eventDocumentFields
const invoices = () =>
  z.array(
    listRowSchema<Invoice>(invoiceFields, {
      no: z.nullable(z.string()),
      currency: z.optional(moneyMembers.currency),
      documents: z
        .optional(z.nullable(z.array(listRowSchema({ caption, documentHash, fileName }))))
        .describe('PDF and XML of an invoice that has both'),
      events: z.optional(z.nullable(z.array(listRowSchema(eventKeyFields)))).describe('The events of its order')
    })
  )

export const listInvoicesSchema = /*#__PURE__*/ defineEndpoint(listInvoices, 'Invoices of the company', () => ({
  data: invoices()
}))
export const exportInvoicesSchema = /*#__PURE__*/ exportSchema(exportInvoices)
export const sendInvoiceMailSchema = /*#__PURE__*/ defineEndpoint(
  sendInvoiceMail,
  'Mails contacts, and the company, that there is an invoice',
  () => ({
    data: z.strictObject({ sent: z.int32().describe('How many mails are sent') }),
    body: z.strictObject({
      data: z.strictObject({
        companyNo: opaqueId(z.int32().describe('`companyNo` of the invoice')),
        controlNo: opaqueId(z.int32().describe('`controlNo` of the invoice')),
        recipients: z
          .array(opaqueId(z.int32()))
          .check(z.maxLength(maxRecipients))
          .describe('The contacts, as `ASP_PVAID` has them'),
        toCompany: z.boolean().describe('Whether the company’s own address gets it as well')
      })
    })
  })
)

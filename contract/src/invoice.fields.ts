import {
  decimal,
  described,
  externalId,
  immutable,
  matching,
  reference,
  required,
  refusesRow,
  own
} from './import-field.ts'

const isoCode = matching(own('text', 3), /^[A-Z]{3}$/, 'must be a code of ISO 4217, such as EUR.')
// Neither $ nor £ nor ¥: each is the sign of several currencies.
const currency = { ...isoCode, signs: { '€': 'EUR' } }

/** A row of a provider, by member. */
export const invoicesImport = {
  externalId,
  customer: required(reference('customers')),
  controlNo: immutable(own('number'), 'Number of the row, which names it in the list'),
  no: required(own('text', 50), 'The invoice number'),
  date: required(own('date')),
  document: described(reference('documents'), 'Until it is there, the list says that it follows'),
  xml: described(reference('documents'), 'The e-invoice (XRechnung, ebInterface), beside the PDF or alone'),
  order: reference('orders'),
  amount: refusesRow(decimal(10), 'VAT included; below zero for a credit note'),
  currency: refusesRow(currency, 'Such as EUR; needed with an amount'),
  dueDate: own('date'),
  isPaid: refusesRow(own('flag')),
  paymentReference: described(own('text', 140), 'What the payment has to name; the invoice number by default')
} as const

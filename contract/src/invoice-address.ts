import { z } from 'zod'
import { creatingCall, getCall, sendCall } from './endpoint.ts'
import {
  type CustomerKeysQuery,
  type FieldsQuery,
  type FieldValues,
  idField,
  numberField,
  textField,
  type WireRow
} from './field-codes.ts'
import { inAddress, countryField, inIdentity } from './form-field.ts'
import {
  changedAt,
  externalId,
  immutableField,
  labelledChoice,
  referenceTo,
  requiredField,
  textFields
} from './import-field.ts'
import { customerKeys, defineEndpoint, optionalDigits, resFields, rowSchema, writeSchema } from './schema.ts'

/** Salutations of an invoice address, in the order of its form. */
export const InvoiceAddressSalutation = {
  /** Firma. */
  company: 10,
  /** Herr. */
  mister: 0,
  /** Frau. */
  misses: 1
} as const

/**
 * Address for invoices. `no` counts the addresses of one customer; `type` is always 3, the kind for
 * invoices.
 */
export const invoiceAddressFields = {
  /** Running number among the addresses of the customer, which names the address; none in the save of a new one. */
  no: idField('ADR_LFDNR'),
  /** Kind of the address, always that of invoices. */
  type: numberField('ADR_ART', 'read'),
  /** The provider’s own company that has the customer. */
  company: idField('ADR_FIRMA'),
  /** Number of the customer in that company. */
  id: idField('ADR_ID'),
  /** Anrede. A stored value that is none of these is shown and kept. */
  salutation: inIdentity(numberField('ADR_ANREDE'), { width: 'medium' }),
  /** Titel before the name. */
  title: inIdentity(textField('ADR_TITEL', 50), { width: 'medium' }),
  /** Titel behind the name. */
  postNominalTitle: inIdentity(textField('ADR_TITELHINTEN', 50), { width: 'medium' }),
  /** Family name (Nachname), or the name of a company. */
  name: inIdentity(textField('ADR_NAME', 200)),
  /** Given name (Vorname). */
  name1: inIdentity(textField('ADR_NAME1')),
  /** Second line of the name (Zusatzname). */
  name2: inIdentity(textField('ADR_NAME2')),
  /** Straße and number. */
  street: inAddress(textField('ADR_STRASSE')),
  /** Postcode (PLZ), as text. */
  plz: inAddress(textField('ADR_PLZ', 10), { width: 'short' }),
  /** Town (Ort). */
  place: inAddress(textField('ADR_ORT'))
} as const

/** Fields of an invoice address, with those that our server does not have. */
export const allInvoiceAddressFields = {
  ...invoiceAddressFields,
  /** Country, as the two letters of ISO 3166; shown only where the configuration’s `fieldCodes` names it. */
  country: countryField('ADR_LAND')
} as const

export type InvoiceAddress = FieldValues<typeof invoiceAddressFields>

export interface InvoiceAddressQuery extends FieldsQuery, CustomerKeysQuery {
  addressKind?: string | undefined
  /** The customer's own link, which only narrows the data of the session. */
  pvaid?: string | undefined
  no?: string | undefined
}

/** With `addressKind` all addresses; with the keys the one that a form edits. */
export const listInvoiceAddresses = getCall<InvoiceAddressQuery, WireRow[]>('/address', [
  'admin',
  'shopfull',
  'shoplight'
])
/** The row as it was read, with the changes. Without `ADR_LFDNR` it is a new address, with every field of the form and the keys of the customer. */
export const saveInvoiceAddress = creatingCall(sendCall<WireRow, WireRow>('PUT', '/address', ['admin', 'shopfull']))

export const invoiceAddressesImport = () => ({
  externalId,
  customer: requiredField(immutableField(referenceTo('customers'))),
  no: immutableField(invoiceAddressFields.no, 'Among the addresses of the customer'),
  salutation: labelledChoice(invoiceAddressFields.salutation.code, {
    Firma: InvoiceAddressSalutation.company,
    Herr: InvoiceAddressSalutation.mister,
    Frau: InvoiceAddressSalutation.misses
  }),
  ...textFields(invoiceAddressFields),
  name: requiredField(invoiceAddressFields.name),
  street: requiredField(invoiceAddressFields.street),
  plz: requiredField(invoiceAddressFields.plz),
  place: requiredField(invoiceAddressFields.place),
  changedAt
})

const row = () => rowSchema(invoiceAddressFields)
export const listInvoiceAddressesSchema = /*#__PURE__*/ defineEndpoint(
  listInvoiceAddresses,
  'Invoice addresses of the company, or one',
  () => ({
    data: z.array(row()),
    query: z.object({
      ...resFields,
      addressKind: z.optional(z.literal('3')).describe('Kind of the addresses: those for invoices'),
      ...customerKeys,
      pvaid: optionalDigits.describe('Number of the customer’s own link, as `KND_PVAID` has it'),
      no: optionalDigits.describe('Running number, as `ADR_LFDNR` has it: only this address')
    })
  })
)
export const saveInvoiceAddressSchema = /*#__PURE__*/ defineEndpoint(
  saveInvoiceAddress,
  'Changes an invoice address; without a number, creates one',
  () => ({ data: row(), body: writeSchema })
)

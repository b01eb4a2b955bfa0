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
export const InvoiceAddressSalutation = { company: 10, mister: 0, misses: 1 } as const

/**
 * Address for invoices (section 3). `no` counts the addresses of one customer; `type` is always 3, the kind for
 * invoices.
 */
export const invoiceAddressFields = {
  no: idField('ADR_LFDNR'),
  type: numberField('ADR_ART', 'read'),
  company: idField('ADR_FIRMA'),
  id: idField('ADR_ID'),
  salutation: inIdentity(numberField('ADR_ANREDE'), { width: 'medium' }),
  title: inIdentity(textField('ADR_TITEL', 50), { width: 'medium' }),
  postNominalTitle: inIdentity(textField('ADR_TITELHINTEN', 50), { width: 'medium' }),
  name: inIdentity(textField('ADR_NAME', 200)),
  name1: inIdentity(textField('ADR_NAME1')),
  name2: inIdentity(textField('ADR_NAME2')),
  street: inAddress(textField('ADR_STRASSE')),
  plz: inAddress(textField('ADR_PLZ', 10), { width: 'short' }),
  place: inAddress(textField('ADR_ORT'))
} as const

/** Fields of an invoice address, with those that our server does not have. */
export const allInvoiceAddressFields = { ...invoiceAddressFields, country: countryField('ADR_LAND') } as const

export type InvoiceAddress = FieldValues<typeof invoiceAddressFields>

export interface InvoiceAddressQuery extends FieldsQuery, CustomerKeysQuery {
  addressKind?: string | undefined
  /** The customer's own link, which only narrows the data of the session. */
  pvaid?: string | undefined
  no?: string | undefined
}

export const listInvoiceAddresses = getCall<InvoiceAddressQuery, WireRow[]>('/address', [
  'admin',
  'shopfull',
  'shoplight'
])
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
      addressKind: z.optional(z.literal('3')),
      ...customerKeys,
      pvaid: optionalDigits,
      no: optionalDigits
    })
  })
)
export const saveInvoiceAddressSchema = /*#__PURE__*/ defineEndpoint(
  saveInvoiceAddress,
  'Changes an invoice address; without a number, creates one',
  () => ({ data: row(), body: writeSchema })
)

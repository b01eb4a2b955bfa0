import { z } from 'zod'
import { changedAt, externalId, immutable, labelled, reference, required, textFields } from './import-field.ts'
import {
  invoiceAddressFields,
  listInvoiceAddresses,
  saveInvoiceAddress,
  InvoiceAddressSalutation
} from './invoice-address.ts'
import { customerKeys, defineEndpoint, optionalDigits, resFields, rowSchema, writeSchema } from './schema.ts'

/** A row of a provider, by member. */
export const invoiceAddressesImport = {
  externalId,
  customer: required(immutable(reference('customers'))),
  no: immutable(invoiceAddressFields.no, 'Among the addresses of the customer'),
  salutation: labelled(invoiceAddressFields.salutation.code, {
    Firma: InvoiceAddressSalutation.company,
    Herr: InvoiceAddressSalutation.mister,
    Frau: InvoiceAddressSalutation.misses
  }),
  ...textFields(invoiceAddressFields),
  name: required(invoiceAddressFields.name),
  street: required(invoiceAddressFields.street),
  plz: required(invoiceAddressFields.plz),
  place: required(invoiceAddressFields.place),
  changedAt
} as const

const row = rowSchema(invoiceAddressFields)
const query = z.object({
  ...resFields,
  addressKind: z.optional(z.literal('3')),
  ...customerKeys,
  pvaid: optionalDigits,
  no: optionalDigits
})

export const listInvoiceAddressesSchema = defineEndpoint(
  listInvoiceAddresses,
  'Invoice addresses of the company, or one',
  z.array(row),
  { query }
)
export const saveInvoiceAddressSchema = defineEndpoint(
  saveInvoiceAddress,
  'Changes an invoice address; without a number, creates one',
  row,
  { body: writeSchema }
)

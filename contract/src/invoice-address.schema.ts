import * as z from 'zod/mini'
import { invoiceAddressFields, listInvoiceAddresses, saveInvoiceAddress } from './invoice-address.ts'
import { customerKeys, defineEndpoint, optionalDigits, resFields, rowSchema, writeSchema } from './schema.ts'

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

import { z } from 'zod'
import { creation, get, send } from './endpoint.ts'
import {
  type CustomerKeysQuery,
  type FieldsQuery,
  type FieldValues,
  id,
  number,
  text,
  type WireRow
} from './field-codes.ts'
import { address, country, identity } from './form-field.ts'
import { changedAt, externalId, immutable, labelled, reference, required, textFields } from './import-field.ts'
import { customerKeys, defineEndpoint, optionalDigits, resFields, rowSchema, writeSchema } from './schema.ts'

/** Salutations of an invoice address, in the order of its form. */
export const InvoiceAddressSalutation = { company: 10, mister: 0, misses: 1 } as const

/**
 * Address for invoices (section 3). `no` counts the addresses of one customer; `type` is always 3, the kind for
 * invoices.
 */
export const invoiceAddressFields = {
  no: id('ADR_LFDNR'),
  type: number('ADR_ART', 'read'),
  company: id('ADR_FIRMA'),
  id: id('ADR_ID'),
  salutation: identity(number('ADR_ANREDE'), { width: 'medium' }),
  title: identity(text('ADR_TITEL', 50), { width: 'medium' }),
  postNominalTitle: identity(text('ADR_TITELHINTEN', 50), { width: 'medium' }),
  name: identity(text('ADR_NAME', 200)),
  name1: identity(text('ADR_NAME1')),
  name2: identity(text('ADR_NAME2')),
  street: address(text('ADR_STRASSE')),
  plz: address(text('ADR_PLZ', 10), { width: 'short' }),
  place: address(text('ADR_ORT'))
} as const

/** Fields of an invoice address, with those that our server does not have. */
export const allInvoiceAddressFields = { ...invoiceAddressFields, country: country('ADR_LAND') } as const

export type InvoiceAddress = FieldValues<typeof invoiceAddressFields>

export interface InvoiceAddressQuery extends FieldsQuery, CustomerKeysQuery {
  addressKind?: string | undefined
  /** The customer's own link, which only narrows the data of the session. */
  pvaid?: string | undefined
  no?: string | undefined
}

export const listInvoiceAddresses = get<InvoiceAddressQuery, WireRow[]>('/address', ['admin', 'shopfull', 'shoplight'])
export const saveInvoiceAddress = creation(send<WireRow, WireRow>('PUT', '/address', ['admin', 'shopfull']))

/** A row of a provider, by member. */
export const invoiceAddressesImport = () => ({
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

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

import { creation, get, send } from './endpoint.ts'
import { country, type FieldsQuery, type FieldValues, id, number, text, type WireRow } from './field-codes.ts'

/**
 * The address of invoices (section 3). `no` counts the addresses of one customer; `type` is always 3, the kind for
 * invoices.
 */
export const invoiceAddressFields = {
  no: id('ADR_LFDNR'),
  type: number('ADR_ART', 'read'),
  company: id('ADR_FIRMA'),
  id: id('ADR_ID'),
  salutation: number('ADR_ANREDE'),
  title: text('ADR_TITEL', 50),
  postNominalTitle: text('ADR_TITELHINTEN', 50),
  name: text('ADR_NAME', 200),
  name1: text('ADR_NAME1'),
  name2: text('ADR_NAME2'),
  street: text('ADR_STRASSE'),
  plz: text('ADR_PLZ', 10),
  place: text('ADR_ORT')
} as const

/** Fields of an invoice address, with those that our server does not have. */
export const allInvoiceAddressFields = { ...invoiceAddressFields, country: country('ADR_LAND') } as const

export type InvoiceAddress = FieldValues<typeof invoiceAddressFields>

export interface InvoiceAddressQuery extends FieldsQuery {
  addressKind?: string | undefined
  company?: string | undefined
  id?: string | undefined
  /** The customer's own link; it only narrows. */
  pvaid?: string | undefined
  no?: string | undefined
}

export const listInvoiceAddresses = get<InvoiceAddressQuery, WireRow[]>('/address', ['admin', 'shopfull', 'shoplight'])
export const saveInvoiceAddress = creation(send<WireRow, WireRow>('PUT', '/address', ['admin', 'shopfull']))

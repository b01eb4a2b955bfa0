import { invoiceAddressFields, InvoiceAddressSalutation } from './invoice-address.ts'
import { changedAt, externalId, immutable, labelled, reference, required, textsOf } from './import-field.ts'

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
  ...textsOf(invoiceAddressFields),
  name: required(invoiceAddressFields.name),
  street: required(invoiceAddressFields.street),
  plz: required(invoiceAddressFields.plz),
  place: required(invoiceAddressFields.place),
  changedAt
} as const

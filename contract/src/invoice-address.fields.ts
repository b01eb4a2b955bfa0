import { invoiceAddressFields, InvoiceAddressSalutation } from './invoice-address.ts'
import { changedAt, choice, described, externalId, fixed, reference, required, textsOf } from './import-field.ts'

/** A row of a provider, by member. */
export const invoiceAddressesImport = {
  externalId,
  customer: required(fixed(reference('customers'))),
  no: fixed(invoiceAddressFields.no, 'Among the addresses of the customer'),
  salutation: described(
    choice(invoiceAddressFields.salutation.code, Object.values(InvoiceAddressSalutation)),
    '10 Firma, 0 Herr, 1 Frau'
  ),
  ...textsOf(invoiceAddressFields),
  name: required(invoiceAddressFields.name),
  street: required(invoiceAddressFields.street),
  plz: required(invoiceAddressFields.plz),
  place: required(invoiceAddressFields.place),
  changedAt
} as const

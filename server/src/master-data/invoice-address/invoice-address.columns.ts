import type { InvoiceAddress } from '@customer-center/contract/invoice-address'

/** Where each field is stored. */
export const columns = {
  no: 'no',
  type: 'type',
  company: 'company',
  id: 'id',
  salutation: 'salutation',
  title: 'title',
  postNominalTitle: 'post_nominal_title',
  name: 'name',
  name1: 'name1',
  name2: 'name2',
  street: 'street',
  plz: 'plz',
  place: 'place'
} as const satisfies Readonly<Record<keyof InvoiceAddress, string>>

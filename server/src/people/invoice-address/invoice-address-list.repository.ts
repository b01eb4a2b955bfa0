import { versionCode, type WireRow } from '@customer-center/contract/field-codes'
import { invoiceAddressFields } from '@customer-center/contract/invoice-address'
import { invoiceAddressKind } from '@customer-center/contract/limits'
import type { Kysely } from 'kysely'
import { columnName } from '../../platform/database/column-name.ts'
import { defineList, type RawJson } from '../../platform/database/list.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'

const columns = Object.entries(invoiceAddressFields).map(([name, { code }]) => [code, columnName(name)])

const addresses = defineList<
  WireRow,
  Pick<Caller, 'provider' | 'customer'> & { no: number | undefined; contact: number | undefined }
>('invoice addresses', {
  fields: { ...(Object.fromEntries(columns) as Record<string, string>), [versionCode]: 'version' },
  from: 'invoice_addresses',
  where: `company = :provider and id = :customer and type = ${invoiceAddressKind}`,
  filters: {
    no: 'no = :no',
    contact: `exists (select from contacts where company = :provider and id = :customer and pvaid = :contact)`
  },
  // ICU's order without a language, which both databases have: ä beside a, ß as ss, capitals only decide between equals.
  orderBy: `name collate "und-x-icu", name1 collate "und-x-icu" nulls first, name2 collate "und-x-icu" nulls first, no`
})

/**
 * The invoice addresses of the caller's customer by name.
 * @param only the one with this number, and only for a link of this customer
 */
export function listInvoiceAddresses(
  db: Kysely<Tables>,
  { provider, customer }: Caller,
  codes: readonly string[],
  only: { readonly no: number | undefined; readonly contact: number | undefined }
): Promise<RawJson> {
  return addresses.json(db, { provider, customer, ...only }, codes)
}

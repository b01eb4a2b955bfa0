import { type Selectable, sql } from 'kysely'
import { versionCode, type WireRow } from '@customer-center/contract/field-codes'
import { type InvoiceAddress, invoiceAddressFields as fields } from '@customer-center/contract/invoice-address'
import { invoiceAddressKind } from '@customer-center/contract/limits'
import { defineList, type RawJson } from '../../../platform/database/list.ts'
import type { Db, Tables } from '../../../platform/database/query.ts'
import type { Actor, Caller } from '../../../platform/http/caller.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { type ColumnValues, rowIn } from '../../../records/rows/tables.ts'
import { writeRow } from '../../../records/rows/write-row.ts'
import { fieldColumn } from '../contact/contact.columns.ts'

const columns = Object.entries(fields).map(([name, { code }]) => [code, fieldColumn(name)])

export const addresses = defineList<
  WireRow,
  Pick<Caller, 'providerId' | 'customerId'> & { no: number | undefined; contactId: number | undefined }
>({
  fields: { ...(Object.fromEntries(columns) as Record<string, string>), [versionCode]: 'version' },
  from: 'invoice_addresses',
  where: `provider_id = :providerId and customer_id = :customerId and type = ${invoiceAddressKind}`,
  filters: {
    no: 'no = :no',
    contactId: `exists (select from contacts where provider_id = :providerId and customer_id = :customerId and contact_id = :contactId)`
  },
  // ICU's root collation, which both databases have: ä sorts beside a, ß as ss, and case only decides between equal
  // names.
  orderBy: `name collate "und-x-icu", name1 collate "und-x-icu" nulls first, name2 collate "und-x-icu" nulls first, no`
})

/**
 * Lists the invoice addresses of the caller's customer by name.
 * @param only the one with this number, and only for a link of this customer
 */
export function listInvoiceAddresses(
  db: Db,
  { providerId, customerId }: Caller,
  codes: readonly string[],
  only: { readonly no: number | undefined; readonly contactId: number | undefined }
): Promise<RawJson> {
  return addresses.json(db, { providerId, customerId, ...only }, codes)
}

export interface StoredAddress {
  readonly no: number
  readonly values: InvoiceAddress
  readonly version: number
}

function columnsOf(values: Partial<InvoiceAddress>): ColumnValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [fieldColumn(name), value]))
}

/** @throws Refusal `noSuchInvoiceAddress` */
export async function readStoredAddress(db: Db, { providerId, customerId }: Actor, no: number): Promise<StoredAddress> {
  const { rows } = await sql<Selectable<Tables['invoice_addresses']>>`
    select * from invoice_addresses
    where provider_id = ${providerId} and customer_id = ${customerId} and no = ${no} and type = ${invoiceAddressKind}`.execute(
    db
  )
  const [row] = rows
  if (!row) throw new Refusal('noSuchInvoiceAddress')
  const values = Object.keys(fields).map((name) => [name, row[fieldColumn(name) as keyof typeof row]])
  return { no, values: Object.fromEntries(values) as InvoiceAddress, version: row.version }
}

/** Members of an address's audit entries; they include the external ID, since a full set may remove the row later. */
const auditedRow = {
  resource: 'invoice-address',
  externalId: sql<string>`saved.external_id`,
  fields
} as const

/**
 * Writes the changes with the next version; writes nothing if nothing changes.
 * @returns the version that is stored now
 * @throws WriteConflict when somebody else has written since the address was read
 */
export async function updateAddress(
  db: Db,
  actor: Actor,
  { no, values: before, version }: StoredAddress,
  changed: Partial<InvoiceAddress>
): Promise<number> {
  if (Object.keys(changed).length === 0) return version
  const key = { provider_id: actor.providerId, customer_id: actor.customerId, no }
  return writeRow(db, {
    actor,
    row: rowIn('invoice_addresses', key, columnsOf(changed), { versioned: true }),
    version,
    change: { action: 'update', ...auditedRow, before, after: changed }
  })
}

/**
 * Reads the highest number that an address of each customer has or had; the result lacks customers without addresses.
 * Locks the customers, so that the next numbers stay free until the transaction ends.
 */
export async function readHighestNumbers(
  trx: Db,
  providerId: number,
  customers: readonly number[]
): Promise<Readonly<Record<string, number>>> {
  await sql`
    select from customers where provider_id = ${providerId} and customer_id = any(${customers}::int[])
    order by customer_id for no key update`.execute(trx)
  const { rows } = await sql<{ highest: Record<string, number> }>`
    select coalesce(json_object_agg("customerId", highest), '{}') as highest from (
      select "customerId", max(no) as highest from (
        select customer_id as "customerId", no from invoice_addresses where provider_id = ${providerId} and customer_id = any(${customers}::int[])
        union all
        select within, highest from removed_numbers
        where provider_id = ${providerId} and table_name = 'invoice_addresses' and within = any(${customers}::int[])
      ) numbers group by "customerId") each`.execute(trx)
  return rows[0]?.highest ?? {}
}

/** Returns the next number for an address, which stays free until the transaction ends. */
export async function nextNumber(trx: Db, { providerId, customerId }: Actor): Promise<number> {
  const highest = await readHighestNumbers(trx, providerId, [customerId])
  return (highest[customerId] ?? 0) + 1
}

/**
 * Writes a new address.
 * @returns its version
 */
export function insertAddress(trx: Db, actor: Actor, no: number, values: Partial<InvoiceAddress>): Promise<number> {
  const key = { provider_id: actor.providerId, customer_id: actor.customerId, no }
  return writeRow(trx, {
    actor,
    row: rowIn('invoice_addresses', key, { ...columnsOf(values), type: invoiceAddressKind }),
    change: { action: 'create', ...auditedRow, before: null, after: values }
  })
}

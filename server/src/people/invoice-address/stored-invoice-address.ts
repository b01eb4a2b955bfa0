import { type InvoiceAddress, invoiceAddressFields as fields } from '@customer-center/contract/invoice-address'
import { invoiceAddressKind } from '@customer-center/contract/limits'
import { type Kysely, type Selectable, sql } from 'kysely'
import { columnName } from '../../platform/database/column-name.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { WriteConflict } from '../../platform/database/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { auditEntry } from '../../platform/saving/audit.ts'
import { type Columns, insertion, isEmpty, withNextVersion } from '../columns.ts'

/** An address as it is stored. */
export interface StoredAddress {
  readonly no: number
  readonly values: InvoiceAddress
  readonly version: number
}

function columnsOf(values: Partial<InvoiceAddress>): Columns {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [columnName(name), value]))
}

/** @throws Refusal `noSuchInvoiceAddress` */
export async function readStoredAddress(
  db: Kysely<Tables>,
  { company, id }: Actor,
  no: number
): Promise<StoredAddress> {
  const { rows } = await sql<Selectable<Tables['invoice_addresses']>>`
    select * from invoice_addresses
    where company = ${company} and id = ${id} and no = ${no} and type = ${invoiceAddressKind}`.execute(db)
  const [row] = rows
  if (!row) throw new Refusal('noSuchInvoiceAddress')
  const values = Object.keys(fields).map((name) => [name, row[columnName(name) as keyof typeof row]])
  return { no, values: Object.fromEntries(values) as InvoiceAddress, version: row.version }
}

/** What the audit says of an address, whose row is `saved`: a full set of the provider's may take it away later. */
const auditedRow = ({ company, id }: Actor, no: number) => ({
  resource: 'invoice-address',
  key: { company, id, no },
  externalId: sql<string>`saved.external_id`,
  fields
})

/**
 * Writes the changes with the next version and the audit row in one statement; nothing where nothing changes.
 * @returns the version that is stored now
 * @throws WriteConflict when somebody else has written since the address was read
 */
export async function updateAddress(
  db: Kysely<Tables>,
  actor: Actor,
  { no, values: before, version }: StoredAddress,
  changed: Partial<InvoiceAddress>
): Promise<number> {
  if (isEmpty(changed)) return version
  const { company, id } = actor
  const change = { ...auditedRow(actor, no), before, after: changed }
  const { rows } = await sql<{ version: number }>`
    with saved as (update invoice_addresses set ${withNextVersion(columnsOf(changed))}
      where company = ${company} and id = ${id} and no = ${no} and version = ${version} returning version, external_id),
    entry as (${auditEntry(actor, { action: 'update', ...change }, sql`from saved`)})
    select version from saved`.execute(db)
  if (!rows[0]) throw new WriteConflict()
  return rows[0].version
}

/** The number after the last one. The customer's lock keeps it free until the new address is there. */
export async function nextNumber(trx: Kysely<Tables>, { company, id }: Actor): Promise<number> {
  await sql`select from customers where company = ${company} and id = ${id} for no key update`.execute(trx)
  const { rows } = await sql<{ last: number | null }>`
    select max(no) as last from invoice_addresses where company = ${company} and id = ${id}`.execute(trx)
  return (rows[0]?.last ?? 0) + 1
}

/**
 * Writes a new address with its audit row in one statement.
 * @returns its version
 */
export async function insertAddress(
  trx: Kysely<Tables>,
  actor: Actor,
  no: number,
  values: Partial<InvoiceAddress>
): Promise<number> {
  const { company, id } = actor
  const row = { ...columnsOf(values), company, id, no, type: invoiceAddressKind }
  const change = { ...auditedRow(actor, no), before: null, after: values }
  const { rows } = await sql<{ version: number }>`
    with saved as (insert into invoice_addresses ${insertion(row)} returning version, external_id),
    entry as (${auditEntry(actor, { action: 'create', ...change }, sql`from saved`)})
    select version from saved`.execute(trx)
  if (!rows[0]) throw new Error('An insert gives its row.')
  return rows[0].version
}

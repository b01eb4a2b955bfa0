import { versionCode, type Wire } from '@customer-center/contract/field-codes'
import { type InvoiceAddress, invoiceAddressFields as fields } from '@customer-center/contract/invoice-address'
import { invoiceAddressKind } from '@customer-center/contract/limits'
import { InvoiceAddressSalutation } from '@customer-center/contract/salutation'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { auditEntry, changedValues, checkVersion } from '../../platform/saving/change.ts'
import { checkChanges } from '../../platform/saving/check-changes.ts'
import { fieldName } from '../../platform/saving/field-name.ts'
import type { Changes } from '../../platform/saving/read-changes.ts'
import { columns } from './invoice-address.columns.ts'

type Name = keyof typeof columns

const conditions = {
  required: ['name', 'street', 'plz', 'place'],
  choices: { salutation: Object.values(InvoiceAddressSalutation) }
} as const

function columnsOf(values: Partial<InvoiceAddress>): Record<string, string | number | null> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [columns[name as Name], value]))
}

function keysToWire({ company, id }: Caller, no: number, version: number): Wire {
  return { [fields.no.code]: no, [fields.company.code]: company, [fields.id.code]: id, [versionCode]: version }
}

async function lockAddress(trx: Kysely<Tables>, { company, id }: Caller, no: number) {
  const row = await trx
    .selectFrom('invoice_addresses')
    .selectAll()
    .where('company', '=', company)
    .where('id', '=', id)
    .where('no', '=', no)
    .where('type', '=', invoiceAddressKind)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('noSuchInvoiceAddress')
  const values = (Object.keys(columns) as Name[]).map((name) => [name, row[columns[name]]])
  return { values: Object.fromEntries(values) as InvoiceAddress, version: row.version }
}

type Asked = Changes<typeof fields>

/** Kysely puts them around its own queries alone. */
const inBrackets = <Row>(query: RawBuilder<Row>) => sql<Row>`(${query})`

async function changeAddress(trx: Kysely<Tables>, caller: Caller, no: number, { values, version }: Asked) {
  const { company, id } = caller
  const stored = await lockAddress(trx, caller, no)
  checkVersion(stored.version, version)
  checkChanges(fields, values, { ...conditions, stored: stored.values })
  const changed = changedValues(stored.values, values)
  if (Object.keys(changed).length === 0) return keysToWire(caller, no, stored.version)
  const change = { key: { company, id, no }, fields, before: stored.values, after: changed }
  const saved = await trx
    .with('entry', () => inBrackets(auditEntry(caller, { action: 'update', resource: 'invoice-address', ...change })))
    .updateTable('invoice_addresses')
    .set({ ...columnsOf(changed), version: sql`version + 1` })
    .where('company', '=', company)
    .where('id', '=', id)
    .where('no', '=', no)
    .returning('version')
    .executeTakeFirstOrThrow()
  return keysToWire(caller, no, saved.version)
}

/** The number after the last one. Two at once wait here for each other: the lock is held until the new address is there. */
async function nextNo(trx: Kysely<Tables>, { company, id }: Caller): Promise<number> {
  const customer = trx.selectFrom('customers').select('id').where('company', '=', company).where('id', '=', id)
  await customer.forNoKeyUpdate().execute()
  const { last } = await trx
    .selectFrom('invoice_addresses')
    .select(({ fn }) => fn.max('no').as('last'))
    .where('company', '=', company)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

async function createAddress(trx: Kysely<Tables>, caller: Caller, { values, version }: Asked): Promise<Wire> {
  if (version !== null) throw new Refusal('fieldNotWritable', { label: fieldName(versionCode) })
  checkChanges(fields, values, { ...conditions, stored: null })
  const { name, street, plz, place } = values
  if (!name || !street || !plz || !place) throw new Error('checkChanges lets no required field be empty.')
  const { company, id } = caller
  const no = await nextNo(trx, caller)
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  const change = { key: { company, id, no }, fields, before: null, after: given }
  const created = await trx
    .with('entry', () => inBrackets(auditEntry(caller, { action: 'create', resource: 'invoice-address', ...change })))
    .insertInto('invoice_addresses')
    .values({ ...columnsOf(values), company, id, no, type: invoiceAddressKind, name, street, plz, place })
    .returning('version')
    .executeTakeFirstOrThrow()
  return keysToWire(caller, no, created.version)
}

/**
 * Changes the address that the keys name, or creates one where they have no number.
 * @param trx the transaction that holds the locks until its end
 * @returns the address's keys and version
 * @throws Refusal, with nothing written; that of a foreign address is the one of an address that is not there
 */
export async function saveInvoiceAddress(trx: Kysely<Tables>, caller: Caller, asked: Asked): Promise<Wire> {
  const { company = caller.company, id = caller.id, no } = asked.keys
  if (company !== caller.company || id !== caller.id) throw new Refusal('noSuchInvoiceAddress')
  return typeof no === 'number' ? changeAddress(trx, caller, no, asked) : createAddress(trx, caller, asked)
}

import { sql } from 'kysely'
import { customerFields, type Customer } from '@customer-center/contract/customer'
import { versionCode, type WireRow } from '@customer-center/contract/field-codes'
import { defineList } from '../../platform/database/list.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Db } from '../../platform/database/query.ts'
import type { Caller, Actor } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { rowIn } from '../../records/rows/tables.ts'
import { writeRow } from '../../records/rows/write-row.ts'
import { codesOf, formRules, type FormRules } from '../field/index.ts'
import { customerColumns, columnsIn } from './contact/contact.columns.ts'

export const customers = defineList<WireRow, Pick<Caller, 'providerId' | 'customerId'>>({
  fields: {
    ...Object.fromEntries(
      customerColumns.map(({ name, table, column }) => [customerFields[name].code, `${table}.${column}`])
    ),
    [versionCode]: 'c.version'
  },
  from: 'customers c join persons p on p.provider_id = c.provider_id and p.person_id = c.customer_id',
  where: 'c.provider_id = :providerId and c.customer_id = :customerId',
  orderBy: 'c.customer_id'
})

/** Erasure of the contact who is the private customer `c`, also where that contact has gone to another customer. */
export const erasureOfPerson = `
  select erased_at from contacts
  where contacts.provider_id = c.provider_id and contacts.person_id = c.customer_id and (
    contacts.customer_id = c.customer_id or exists (
      select from former_customers former
      where former.provider_id = c.provider_id and former.contact_id = contacts.contact_id
        and former.customer_id = c.customer_id))
  order by contacts.customer_id <> c.customer_id limit 1`

export async function getCustomer(
  db: Db,
  { providerId, customerId }: Caller,
  codes: readonly string[]
): Promise<WireRow> {
  const [row] = await customers.rows(db, { providerId, customerId }, codes)
  if (!row) throw new Refusal('noSuchCustomer')
  return row
}

/** A stored company, with the shop's lists for the fields that a write names. */
export interface StoredCustomer {
  readonly values: Customer
  readonly version: number
  readonly form: FormRules
}

interface FoundCustomer {
  readonly c: Record<string, unknown>
  readonly p: Record<string, unknown>
  readonly s?: never
  readonly version: number
  readonly form: FormRules
}

const read = prepared<FoundCustomer>(`
  select to_json(c) as c, to_json(p) as p, c.version, ${formRules('customer', '$1', '$3')} as form
  from customers c join persons p on p.provider_id = c.provider_id and p.person_id = c.customer_id
  where c.provider_id = $1 and c.customer_id = $2`)

/**
 * @param names the fields that the write names
 * @throws Refusal `noSuchCustomer`
 */
export async function readStoredCustomer(
  db: Db,
  { providerId, customerId }: Actor,
  names: readonly string[]
): Promise<StoredCustomer> {
  const [row] = await read(db, [providerId, customerId, codesOf(customerFields, names)])
  if (!row) throw new Refusal('noSuchCustomer')
  const values = customerColumns.map(({ name, table, column }) => [name, row[table]?.[column] ?? null])
  return { values: Object.fromEntries(values) as Customer, version: row.version, form: row.form }
}

/**
 * Writes the changes with the next version; writes nothing if nothing changes.
 * @returns the version that is stored now
 * @throws WriteConflict when somebody else has written since the company was read
 */
export async function writeCustomer(
  db: Db,
  actor: Actor,
  { values: before, version }: StoredCustomer,
  changed: Partial<Customer>
): Promise<number> {
  if (Object.keys(changed).length === 0) return version
  const { providerId, customerId } = actor
  const key = { provider_id: providerId, customer_id: customerId }
  const person = columnsIn('p', customerColumns, changed)
  // A private customer may be its own contact, in which case an open form of the contact has missed a change, too.
  const ownContact = rowIn('contacts', { ...key, person_id: customerId }, {}, { versioned: true })
  return writeRow(db, {
    actor,
    row: rowIn('customers', key, columnsIn('c', customerColumns, changed), { versioned: true }),
    version,
    parts:
      Object.keys(person).length > 0
        ? [rowIn('persons', { provider_id: providerId, person_id: customerId }, person), ownContact]
        : [],
    change: { action: 'update', resource: 'customer', fields: customerFields, before, after: changed }
  })
}

/** Finds the customer number with which a customer's people log in. */
export async function findCustomerNumber(
  db: Db,
  { providerId, customerId }: Pick<Caller, 'providerId' | 'customerId'>
): Promise<string | undefined> {
  const { rows } = await sql<{ number: string }>`
    select number from customers where provider_id = ${providerId} and customer_id = ${customerId}`.execute(db)
  return rows[0]?.number
}

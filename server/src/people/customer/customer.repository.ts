import { customerFields } from '@customer-center/contract/customer'
import { versionCode, type WireRow } from '@customer-center/contract/field-codes'
import type { Kysely } from 'kysely'
import { defineList } from '../../platform/database/list.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { customerColumns } from '../contact/contact.columns.ts'

const customers = defineList<WireRow, Pick<Caller, 'company' | 'id'>>('customers', {
  fields: {
    ...Object.fromEntries(
      customerColumns.map(({ name, table, column }) => [customerFields[name].code, `${table}.${column}`])
    ),
    [versionCode]: 'c.version'
  },
  from: 'customers c join persons p on p.company = c.company and p.id = c.id',
  where: 'c.company = :company and c.id = :id',
  orderBy: 'c.id'
})

/** The caller's customer, with the fields that `codes` name. */
export async function getCustomer(
  db: Kysely<Tables>,
  { company, id }: Caller,
  codes: readonly string[]
): Promise<WireRow> {
  const [customer] = await customers.rows(db, { company, id }, codes)
  if (!customer) throw new Refusal('noSuchCustomer')
  return customer
}

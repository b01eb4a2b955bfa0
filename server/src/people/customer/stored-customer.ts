import { type Customer, customerFields } from '@customer-center/contract/customer'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { prepared, preparedUpTo } from '../../platform/database/prepared.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { WriteConflict } from '../../platform/database/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { auditEntry } from '../../platform/saving/audit.ts'
import { assignments, isEmpty, withNextVersion } from '../columns.ts'
import type { FormRules } from '../plan-changes.ts'
import { columnsIn } from '../contact/person-columns.ts'
import { codesOf, formRules } from '../field/form-rules.ts'
import { customerColumns } from './customer.columns.ts'

/** A company as it is stored, with the shop's lists for the fields that a write names. */
export interface StoredCustomer {
  readonly values: Customer
  readonly version: number
  readonly form: FormRules
}

interface Found {
  readonly c: Record<string, unknown>
  readonly p: Record<string, unknown>
  readonly s?: never
  readonly version: number
  readonly form: FormRules
}

const read = prepared(`
  select to_json(c) as c, to_json(p) as p, c.version, ${formRules('customer', '$1', '$3')} as form
  from customers c join persons p on p.company = c.company and p.id = c.id
  where c.company = $1 and c.id = $2`)

/**
 * @param names the fields that the write names
 * @throws Refusal `noSuchCustomer`
 */
export async function readStoredCustomer(
  db: Kysely<Tables>,
  { company, id }: Actor,
  names: readonly string[]
): Promise<StoredCustomer> {
  const query = CompiledQuery.raw(read, [company, id, codesOf(customerFields, names)])
  const [row] = (await db.executeQuery<Found>(query)).rows
  if (!row) throw new Refusal('noSuchCustomer')
  const values = customerColumns.map(({ name, table, column }) => [name, row[table]?.[column] ?? null])
  return { values: Object.fromEntries(values) as Customer, version: row.version, form: row.form }
}

// A form's usual changes are few; any set of fields may be sent.
const preparedStore = preparedUpTo(16)

/**
 * Writes the changes with the next version and the audit row in one statement; nothing where nothing changes.
 * @returns the version that is stored now
 * @throws WriteConflict when somebody else has written since the company was read
 */
export async function writeCustomer(
  db: Kysely<Tables>,
  actor: Actor,
  { values: before, version }: StoredCustomer,
  changed: Partial<Customer>
): Promise<number> {
  if (isEmpty(changed)) return version
  const { company, id } = actor
  const person = columnsIn('p', customerColumns, changed)
  const change = { action: 'update', resource: 'customer', key: { company, id }, fields: customerFields } as const
  const parts = [
    sql`saved as (update customers set ${withNextVersion(columnsIn('c', customerColumns, changed))}
      where company = ${company} and id = ${id} and version = ${version} returning version)`,
    sql`entry as (${auditEntry(actor, { ...change, before, after: changed }, sql`from saved`)})`,
    ...(isEmpty(person)
      ? []
      : [
          sql`person as (update persons set ${assignments(person)}
            where company = ${company} and id = ${id} and exists (select from saved))`,
          // The same person as a contact of its own: who has that form open has missed something, too.
          sql`contact as (update contacts set version = version + 1
            where company = ${company} and id = ${id} and contact_id = ${id} and exists (select from saved))`
        ])
  ]
  const query = sql<{ version: number }>`with ${sql.join(parts)} select version from saved`.compile(db)
  preparedStore(query.sql)
  const [saved] = (await db.executeQuery(query)).rows
  if (!saved) throw new WriteConflict()
  return saved.version
}

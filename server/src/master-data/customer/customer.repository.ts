import { type Customer, customerFields } from '@customer-center/contract/customer'
import { versionCode, type Wire } from '@customer-center/contract/field-codes'
import { type Kysely, type Selectable, sql } from 'kysely'
import { defineList } from '../../platform/database/list.ts'
import { prepared, preparedUpTo } from '../../platform/database/prepared.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import {
  assignments,
  auditEntry,
  changedValues,
  checkVersion,
  isEmpty,
  untilSaved,
  withNextVersion
} from '../../platform/saving/change.ts'
import { checkChanges } from '../../platform/saving/check-changes.ts'
import { formRules } from '../field/form-rules.ts'
import type { Changes } from '../../platform/saving/read-changes.ts'
import { places } from './customer.columns.ts'

const customers = defineList<Wire, Pick<Caller, 'company' | 'id'>>('customers', {
  fields: {
    ...Object.fromEntries(places.map(({ name, table, column }) => [customerFields[name].code, `${table}.${column}`])),
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
): Promise<Wire> {
  const [customer] = await customers.rows(db, { company, id }, codes)
  if (!customer) throw new Refusal('noSuchCustomer')
  return customer
}

interface Stored {
  readonly values: Customer
  readonly version: number
}

async function readCustomer(db: Kysely<Tables>, { company, id }: Caller, names: readonly string[]) {
  const query = db
    .selectFrom('customers as c')
    .innerJoin('persons as p', (join) => join.onRef('p.company', '=', 'c.company').onRef('p.id', '=', 'c.id'))
    .select([
      sql<Selectable<Tables['customers']>>`to_json(c)`.as('c'),
      sql<Selectable<Tables['persons']>>`to_json(p)`.as('p'),
      formRules(company, 'customer', customerFields, names).as('form')
    ])
    .where('c.company', '=', company)
    .where('c.id', '=', id)
    .compile()
  // The names are one parameter, so the text is always the same.
  prepared(query.sql)
  const [row] = (await db.executeQuery(query)).rows
  if (!row) throw new Refusal('noSuchCustomer')
  const columns: { c: Record<string, unknown>; p: Record<string, unknown> } = { c: { ...row.c }, p: { ...row.p } }
  const values = places.map(({ name, table, column }) => [name, columns[table][column] ?? null])
  return { values: Object.fromEntries(values) as Customer, version: row.c.version, form: row.form }
}

/** The changed values as columns of one of the two tables. */
function columnsOf(changed: Partial<Customer>, of: 'c' | 'p'): Record<string, string | number | null> {
  const own = places.filter(({ name, table }) => table === of && changed[name] !== undefined)
  return Object.fromEntries(own.map(({ name, column }) => [column, changed[name] ?? null]))
}

function toWire({ values, version }: Stored): Wire {
  const fields = places.map(({ name }) => [customerFields[name].code, values[name]])
  return { ...(Object.fromEntries(fields) as Wire), [versionCode]: version }
}

// A form's usual changes are few; any set of fields may be sent.
const preparedStore = preparedUpTo(16)

/**
 * Writes a change with its audit row, if the customer is still as it was read.
 * @returns the new version; null, with nothing written, if somebody else has written since
 */
async function store(
  db: Kysely<Tables>,
  caller: Caller,
  before: Stored,
  after: Partial<Customer>
): Promise<number | null> {
  const { company, id } = caller
  const person = columnsOf(after, 'p')
  const change = { action: 'update', resource: 'customer', key: { company, id }, fields: customerFields } as const
  const parts = [
    sql`saved as (update customers set ${withNextVersion(columnsOf(after, 'c'))}
      where company = ${company} and id = ${id} and version = ${before.version} returning version)`,
    sql`entry as (${auditEntry(caller, { ...change, before: before.values, after }, sql`from saved`)})`,
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
  return saved?.version ?? null
}

/**
 * Changes the caller's customer, counts its version up and writes down what changed; nothing happens where nothing differs.
 * @returns the customer as it is now
 * @throws Refusal, with nothing written
 */
export function saveCustomer(
  db: Kysely<Tables>,
  caller: Caller,
  { values, keys, version }: Changes<typeof customerFields>
): Promise<Wire> {
  return untilSaved(async () => {
    const { company, id } = caller
    const stored = await readCustomer(db, caller, Object.keys(values))
    const { company: namedCompany = company, id: namedId = id, pvaid = stored.values.pvaid } = keys
    if (namedCompany !== company || namedId !== id || pvaid !== stored.values.pvaid) throw new Refusal('noSuchCustomer')
    checkVersion(stored.version, version)
    checkChanges(customerFields, values, { stored: stored.values, form: stored.form, emails: ['emailAddress'] })

    const changed = changedValues(stored.values, values)
    if (Object.keys(changed).length === 0) return toWire(stored)
    const saved = await store(db, caller, stored, changed)
    return saved === null ? null : toWire({ values: { ...stored.values, ...changed }, version: saved })
  })
}

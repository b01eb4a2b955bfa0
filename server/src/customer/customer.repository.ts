import { type Customer, customerFields } from '@customer-center/contract/customer'
import { versionCode, type Wire } from '@customer-center/contract/field-codes'
import { CompiledQuery, type Kysely, type QueryCreator, type Selectable, sql } from 'kysely'
import { jsonLiteral, jsonObject, jsonText } from '../database/json-text.ts'
import { prepared, preparedUpTo } from '../database/prepared.ts'
import type { Tables } from '../database/tables.ts'
import type { Caller } from '../http/caller.ts'
import { RawJson } from '../http/raw-json.ts'
import { Refusal } from '../http/refusal.ts'
import { auditEntry, changedValues, checkVersion } from '../write/change.ts'
import { checkChanges } from '../write/check-changes.ts'
import { formRules } from '../write/form-rules.ts'
import type { Changes } from '../write/read-changes.ts'
import { places } from './customer.columns.ts'

const jsonOf = new Map<string, string>([
  ...places.map(({ name, table, column }): [string, string] => {
    const { code, kind } = customerFields[name]
    return [code, (kind === 'number' ? jsonLiteral : jsonText)(`${table}.${column}`)]
  }),
  [versionCode, jsonLiteral('c.version')]
])

/** The caller's customer, with the fields that `codes` name. */
export async function getCustomer(
  db: Kysely<Tables>,
  { company, id }: Caller,
  codes: readonly string[]
): Promise<RawJson> {
  const customer = jsonObject(Object.fromEntries(codes.map((code) => [code, jsonOf.get(code) ?? 'null'])))
  const statement = `
    select ${customer} as json
    from customers c join persons p on p.company = c.company and p.id = c.id
    where c.company = $1 and c.id = $2`
  const { rows } = await db.executeQuery<{ json: string }>(CompiledQuery.raw(statement, [company, id]))
  if (!rows[0]) throw new Refusal('noSuchCustomer')
  return new RawJson(rows[0].json)
}

interface Stored {
  readonly values: Customer
  readonly version: number
}

async function lockCustomer(trx: Kysely<Tables>, { company, id }: Caller, names: readonly string[]) {
  const query = trx
    .selectFrom('customers as c')
    .innerJoin('persons as p', (join) => join.onRef('p.company', '=', 'c.company').onRef('p.id', '=', 'c.id'))
    .select([
      sql<Selectable<Tables['customers']>>`to_json(c)`.as('c'),
      sql<Selectable<Tables['persons']>>`to_json(p)`.as('p'),
      formRules(company, 'customer', customerFields, names).as('form')
    ])
    .where('c.company', '=', company)
    .where('c.id', '=', id)
    .forNoKeyUpdate(['c', 'p'])
    .compile()
  // The names are one parameter, so the text is always the same.
  prepared(query.sql)
  const [row] = (await trx.executeQuery(query)).rows
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

/** Starts the statement that saves: with the person's columns in it, if any changed, it needs no round trip of its own. */
function withPerson(
  trx: Kysely<Tables>,
  { company, id }: Caller,
  person: ReturnType<typeof columnsOf>
): QueryCreator<Tables> {
  if (Object.keys(person).length === 0) return trx
  return trx.with('person', (db) =>
    db.updateTable('persons').set(person).where('company', '=', company).where('id', '=', id)
  )
}

function toWire({ values, version }: Stored): Wire {
  const fields = places.map(({ name }) => [customerFields[name].code, values[name]])
  return { ...(Object.fromEntries(fields) as Wire), [versionCode]: version }
}

// A form's usual changes are few; any set of fields may be sent.
const preparedStore = preparedUpTo(16)

/**
 * Changes the caller's customer, counts its version up and writes down what changed; nothing happens where nothing differs.
 * @param trx the transaction that holds the lock until its end
 * @returns the customer as it is now
 * @throws Refusal, with nothing written
 */
export async function saveCustomer(
  trx: Kysely<Tables>,
  caller: Caller,
  { values, keys, version }: Changes<typeof customerFields>
): Promise<Wire> {
  const { company, id } = caller
  const stored = await lockCustomer(trx, caller, Object.keys(values))
  const { company: namedCompany = company, id: namedId = id, pvaid = stored.values.pvaid } = keys
  if (namedCompany !== company || namedId !== id || pvaid !== stored.values.pvaid) throw new Refusal('noSuchCustomer')
  checkVersion(stored.version, version)
  checkChanges(customerFields, values, { stored: stored.values, form: stored.form, emails: ['emailAddress'] })

  const changed = changedValues(stored.values, values)
  if (Object.keys(changed).length === 0) return toWire(stored)
  const change = { fields: customerFields, before: stored.values, after: changed }
  const query = withPerson(trx, caller, columnsOf(changed, 'p'))
    .with('entry', (db) =>
      auditEntry(db, caller, { action: 'update', resource: 'customer', key: { company, id }, ...change })
    )
    .updateTable('customers')
    .set({ ...columnsOf(changed, 'c'), version: sql`version + 1` })
    .where('company', '=', company)
    .where('id', '=', id)
    .returning('version')
    .compile()
  preparedStore(query.sql)
  const [saved] = (await trx.executeQuery(query)).rows
  if (!saved) throw new Refusal('noSuchCustomer')
  return toWire({ values: { ...stored.values, ...changed }, version: saved.version })
}

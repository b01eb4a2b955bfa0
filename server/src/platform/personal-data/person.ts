import { sql } from 'kysely'
import type { Db } from '../database/query.ts'
import type { CopiedColumn, Erasure, PersonalData } from './personal-data.ts'

/** The key of a person: a contact of a customer. */
export interface PersonKey {
  readonly providerId: number
  readonly contactId: number
}

/** SQL expression: the values of a column that the contact has, or had according to the audit; in lower case. */
const everKnown = (current: string, code: string) =>
  sql.raw(`array(
  select lower(known) from unnest(array[${current}]) known where known <> ''
  union
  select lower(known) from audit_entries a, jsonb_each(a.changes) field(code, change), jsonb_each_text(change) value(side, known)
  where a.provider_id = c.provider_id and a.customer_id = any(customers) and field.code ~ '${code}$' and known <> ''
    and (a.key->>'contactId' = c.contact_id::text or is_customer and a.resource = 'customer' and a.customer_id = c.person_id))`)

/** Customers whose rows about a person count: the present one alone, or also those that the person has left. */
export type CustomersOfPerson = 'present' | 'all'

// SQL of the person's row. A private customer is its own contact, and stays that person if its contact goes to another
// customer. `is_last`: no other customer has the same person as a contact or is that person.
const withPerson = ({ providerId, contactId }: PersonKey, of: CustomersOfPerson) => sql`
  with person as materialized (
    select c.provider_id, c.customer_id, c.contact_id, c.person_id, c.external_id, customers.number as customer_number,
           shop_users.email_address, customers, ${of === 'all'}::boolean as of_all, is_customer,
           ${everKnown('shop_users.email_address, c.display_email, persons.email_address', 'EMAIL')} as email_addresses,
           ${everKnown('persons.first_name', 'VORNAME')} as first_names, ${everKnown('persons.last_name', 'NACHNAME')} as last_names,
           not exists (
             select from contacts o
             where o.provider_id = c.provider_id and o.person_id = c.person_id and o.erased_at is null
               and o.contact_id <> c.contact_id
           ) and not exists (
             select from customers k
             where k.provider_id = c.provider_id and k.customer_id = c.person_id and not is_customer and not exists (
               select from contacts own
               where own.provider_id = k.provider_id and own.customer_id = k.customer_id and own.person_id = k.customer_id
                 and own.erased_at is not null)
           ) as is_last
    from contacts c
    cross join lateral (select array(
      select former.customer_id from former_customers former
      where ${of === 'all'}::boolean and former.provider_id = c.provider_id and former.contact_id = c.contact_id union select c.customer_id
    ) as customers) belonged
    cross join lateral (
      select c.person_id = any(customers) and (c.person_id = c.customer_id or not exists (
        select from contacts own
        where own.provider_id = c.provider_id and own.customer_id = c.person_id and own.person_id = c.person_id)) as is_customer
    ) private
    join persons on persons.provider_id = c.provider_id and persons.person_id = c.person_id
    join customers on customers.provider_id = c.provider_id and customers.customer_id = c.customer_id
    left join shop_users on shop_users.provider_id = c.provider_id and shop_users.contact_id = c.contact_id
    where c.provider_id = ${providerId} and c.contact_id = ${contactId}
  )`

/** Runs SQL in which `person` is a person's row. */
async function queryPerson<Row>(
  db: Db,
  person: PersonKey,
  of: CustomersOfPerson,
  statement: string
): Promise<readonly Row[]> {
  return (await sql<Row>`${withPerson(person, of)} ${sql.raw(statement)}`.execute(db)).rows
}

/** Finds the number of the private customer who is the person, at present or before; undefined if there is none. */
export async function findPrivateCustomer(db: Db, person: PersonKey): Promise<number | undefined> {
  const text = 'select person_id as "customerId" from person where is_customer'
  return (await queryPerson<{ customerId: number }>(db, person, 'all', text))[0]?.customerId
}

type CopiedRow = Readonly<Record<string, unknown>>

export interface CopiedTable {
  readonly name: string
  readonly columns: Readonly<Record<string, CopiedColumn>>
  readonly rows: readonly CopiedRow[]
}

/**
 * Copies the person's data from all tables, in the order of the descriptions.
 * @param of rows with former customers are for the provider alone: who reads the person's mails at the present one could
 * get a copy, too
 */
export async function copyPerson(
  db: Db,
  person: PersonKey,
  all: readonly PersonalData[],
  of: CustomersOfPerson
): Promise<readonly CopiedTable[]> {
  const tables: CopiedTable[] = []
  for (const { name, table, rows: isAbout, copy } of all) {
    if (typeof copy === 'string' || (copy.isForProvider && of !== 'all')) continue
    const { from = table, columns, join = '', where = 'true', groupBy, orderBy } = copy
    const members = Object.entries(columns).map(([member, column]) => `${column.sql} as "${member}"`)
    const found = await queryPerson<{ row: CopiedRow }>(
      db,
      person,
      of,
      `select to_json(found) as row from (
         select ${members.join(', ')} from person join ${from} t on ${isAbout} ${join} where ${where}
         ${groupBy ? `group by ${groupBy}` : ''} ${orderBy ? `order by ${orderBy}` : ''}
       ) found`
    )
    tables.push({ name, columns, rows: found.map(({ row }) => row) })
  }
  return tables
}

/** A step of an erasure, for some rows of one table, planned or done. */
export interface ErasureStep {
  readonly table: string
  readonly action: Erasure['action']
  readonly rows: number
  /** The reason why rows are kept; empty for other steps. */
  readonly why: string
}

function statementOf({ table, rows }: PersonalData, erasure: Erasure): string {
  const about = `(${rows}) and (${erasure.where ?? 'true'})`
  if (erasure.action === 'keep') return `select from person join ${table} t on ${about}`
  if (erasure.action === 'delete') return `delete from ${table} t using person where ${about} returning 1`
  const set = Object.entries(erasure.set).map(([column, value]) => `${column} = ${value}`)
  return `update ${table} t set ${set.join(', ')} from person where ${about} returning 1`
}

/**
 * Deletes and anonymises a person's data in all tables, except for data that the law requires to be kept.
 * @param trx a transaction
 * @param all descriptions; a referencing table comes after the one that it references
 * @returns the steps that affected rows, in the order of `all`
 */
export async function erasePerson(
  trx: Db,
  person: PersonKey,
  all: readonly PersonalData[]
): Promise<readonly ErasureStep[]> {
  const steps: ErasureStep[] = []
  for (const data of all.toReversed())
    for (const erasure of data.erasure.toReversed()) {
      const rows = await queryPerson(trx, person, 'all', statementOf(data, erasure))
      const why = erasure.action === 'keep' ? erasure.why : ''
      if (rows.length > 0) steps.unshift({ table: data.table, action: erasure.action, rows: rows.length, why })
    }
  return steps
}

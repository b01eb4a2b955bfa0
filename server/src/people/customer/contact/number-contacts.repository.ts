import { sql } from 'kysely'
import type { Db } from '../../../platform/database/query.ts'
import { type ImportedRow, setColumn, shareStored } from '../../../records/importing/imported-row.ts'
import { assignNumbers } from '../../../records/importing/plan/assign-numbers.ts'
import type { ColumnValues, PlannedRow } from '../../../records/rows/tables.ts'
import { firstAssignedPerson, highestPerson, lockNumbers } from './contact.repository.ts'

interface Highest {
  readonly contactId: number
  readonly personId: number
  /** The next number of each customer. */
  readonly sequences: Record<string, number>
  /** Persons whom new contacts name by number. */
  readonly persons: readonly ColumnValues[]
  /** Persons among them that are companies. */
  readonly companies: readonly number[]
}

const numbersOf = (rows: readonly PlannedRow[], column: string) => [
  ...new Set(rows.flatMap(({ columns: { c = {} } }) => (typeof c[column] === 'number' ? [c[column]] : [])))
]

/**
 * Locks persons until the transaction ends, so that nobody changes them between the import's read and write. Locks
 * their customers and contacts first, in the order of a save, so that an import and a save cannot deadlock; the
 * versions of these rows count changes of the person.
 */
async function lockPersons(trx: Db, providerId: number, persons: readonly number[]): Promise<void> {
  await sql`
    with customer as (
      select from customers where provider_id = ${providerId} and customer_id = any(${persons}::int[]) order by customer_id for no key update
    ), contact as (
      select from contacts
      where provider_id = ${providerId} and person_id = any(${persons}::int[]) and (select count(*) from customer) >= 0
      order by contact_id for no key update
    )
    select from persons
    where provider_id = ${providerId} and person_id = any(${persons}::int[]) and (select count(*) from contact) >= 0
    order by person_id for no key update`.execute(trx)
}

async function readHighest(
  trx: Db,
  providerId: number,
  rows: readonly PlannedRow[],
  named: readonly number[]
): Promise<Highest> {
  const { rows: found } = await sql<Highest>`
    select ${sql.raw(highestPerson(String(providerId)))} as "personId",
           coalesce((select max(contact_id) from contacts where provider_id = ${providerId}), 0) as "contactId",
           (select coalesce(json_object_agg(k.id, coalesce(
              (select max(sequence_number) from contacts where provider_id = ${providerId} and customer_id = k.id), 0)), '{}')
            from unnest(${numbersOf(rows, 'customer_id')}::int[]) k(id)) as sequences,
           (select coalesce(json_agg(to_json(p)), '[]') from persons p
            where provider_id = ${providerId} and person_id = any(${named}::int[])) as persons,
           (select coalesce(json_agg(c.customer_id), '[]') from customers c join persons p on p.provider_id = c.provider_id and p.person_id = c.customer_id
            where c.provider_id = ${providerId} and c.customer_id = any(${named}::int[]) and coalesce(p.first_name, '') = ''
              and not exists (select from contacts own
                              where own.provider_id = c.provider_id and own.customer_id = c.customer_id and own.person_id = c.customer_id)) as companies`.execute(
    trx
  )
  if (!found[0]) throw new Error('A select without a table gives one row.')
  return found[0]
}

/**
 * Numbers new contacts; a row that names an existing person becomes another contact of that person. A company can be a
 * contact only of itself, and a number that this server assigned does not prove that the provider means the same
 * person: such a row gets no person, and the database refuses it.
 */
export async function numberContacts(trx: Db, providerId: number, rows: readonly ImportedRow[]): Promise<void> {
  const named = numbersOf(rows, 'person_id')
  // Persons are locked before the numbers: a save that adds a contact waits for the numbers while it holds its
  // customer.
  if (named.length > 0) await lockPersons(trx, providerId, named)
  await lockNumbers(trx, providerId)
  const highest = await readHighest(trx, providerId, rows, named)
  assignNumbers(rows, 'c.contact_id', highest.contactId)
  assignNumbers(rows, 'c.person_id', highest.personId)
  const companies = new Set(highest.companies)
  const persons = new Map(highest.persons.map((person) => [person['person_id'], person]))
  assignNumbers(rows, 'c.sequence_number', highest.sequences, 'customer_id')
  for (const row of rows) {
    const { c = {} } = row.columns
    const number = c['person_id'] ?? null
    const isOwn = number === c['customer_id']
    const isNobody = !isOwn && (Number(number) >= firstAssignedPerson || companies.has(Number(number)))
    const person = isNobody ? undefined : persons.get(number)
    if (person) shareStored(row, { p: person })
    else {
      setColumn(row, { alias: 'p', column: 'person_id' }, number)
      persons.set(number, row.columns['p'] ?? {})
    }
  }
}

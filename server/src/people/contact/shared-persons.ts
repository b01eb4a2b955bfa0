import { sql } from 'kysely'
import type { Db } from '../../platform/database/query.ts'
import type { ColumnValues, PlannedRow } from '../../platform/rows/tables.ts'
import { type Sharing, settlePerson } from './settle-person.ts'

interface PersonSharing extends Sharing {
  readonly person: number
}

/** The members by which rows of a resource name a person, and themselves. */
interface Naming {
  readonly person: (row: PlannedRow) => number
  readonly self: (row: PlannedRow) => number
}

/** A column of a row as it is once the row is written. */
export const planned = ({ stored, columns }: PlannedRow, alias: string, column: string) =>
  columns[alias]?.[column] ?? stored[alias]?.[column] ?? null

async function readSharing(trx: Db, provider: number, persons: readonly number[]): Promise<PersonSharing[]> {
  const { rows } = await sql<PersonSharing>`
    select k.person,
           exists (select from customers where company = ${provider} and id = k.person) as "isCustomer",
           (select coalesce(json_agg(json_build_object('contact', pvaid, 'active', active) order by pvaid), '[]')
            from contacts where contact_company = ${provider} and contact_id = k.person) as contacts
    from unnest(${persons}::int[]) k (person)`.execute(trx)
  return rows
}

/**
 * Counts the versions of the other rows of persons that an import has changed: an open form of such a row has missed a
 * change. A save counts them in its own statement: a form changes no person whom a second customer has as a contact.
 * @param written the rows that are written, whose versions have counted
 */
export async function countVersions(
  trx: Db,
  provider: number,
  rows: readonly PlannedRow[],
  { customers = [], contacts = [] }: { readonly customers?: readonly number[]; readonly contacts?: readonly number[] }
): Promise<void> {
  const persons = rows.flatMap(({ stored, columns: { p = {} } }) =>
    stored['p'] && Object.keys(p).length > 0 ? [Number(stored['p']['id'])] : []
  )
  if (persons.length === 0) return
  await sql`
    with customer as (
      update customers set version = version + 1
      where company = ${provider} and id = any(${persons}::int[]) and id <> all(${customers}::int[])
    )
    update contacts set version = version + 1
    where contact_company = ${provider} and contact_id = any(${persons}::int[]) and pvaid <> all(${contacts}::int[])`.execute(
    trx
  )
}

/**
 * Keeps values of persons that another row has set, as `settlePerson` says.
 * @returns the columns that stay, with their values, by the row that has others
 */
export async function keepOfPersons(
  trx: Db,
  provider: number,
  rows: readonly PlannedRow[],
  { person: personOf, self: selfOf }: Naming
): Promise<Map<PlannedRow, ColumnValues>> {
  const kept = new Map<PlannedRow, ColumnValues>()
  const touched = rows.filter(({ stored, columns }) => stored['p'] && Object.keys(columns['p'] ?? {}).length > 0)
  if (touched.length === 0) return kept
  const persons = [...new Set(touched.map(personOf))]
  for (const { person, ...sharing } of await readSharing(trx, provider, persons)) {
    const own = rows.filter((row) => personOf(row) === person)
    const before = own[0]?.stored['p'] ?? own[0]?.columns['p'] ?? {}
    const wishes = own.map((row) => ({
      row,
      self: selfOf(row),
      isNew: !row.stored['c'],
      active: planned(row, 'c', 'active') === true,
      wanted: (row.stored['p'] && row.columns['p']) ?? {}
    }))
    const settled = settlePerson(sharing, before, wishes)
    if (!settled) continue
    for (const wish of wishes)
      kept.set(
        wish.row,
        Object.fromEntries(
          Object.entries(settled.kept.get(wish) ?? {}).map(([column, value]) => [`p.${column}`, value])
        )
      )
    // One statement writes them all, and meets each person once: every row has all.
    for (const row of own) row.columns['p'] = { ...(row.stored['p'] ? {} : row.columns['p']), ...settled.written }
  }
  return kept
}

import { sql } from 'kysely'
import type { Db } from '../../platform/database/query.ts'
import type { ColumnValues, PlannedRow } from '../../platform/rows/tables.ts'
import { isSameValue } from '../../platform/rows/values.ts'

/** Stands in place of a contact's number for the row of the customer that is this person. */
export const customerRow = 0

/** The one column of a person that no row of a customer has. */
const ofContacts = 'salutation'

/**
 * The rows that set a person's values: by column the number of a contact, or `customerRow`; `first` has the row that
 * was there first.
 */
type SetBy = Record<string, number>

interface Sharing {
  readonly person: number
  readonly isCustomer: boolean
  /** The person's contacts, in the order of their numbers. */
  readonly contacts: readonly { readonly contact: number; readonly active: boolean }[]
}

/** The members by which rows of a resource name a person, and themselves. */
interface Naming {
  readonly person: (row: PlannedRow) => number
  readonly self: (row: PlannedRow) => number
}

/** A column of a row as it is once the row is written. */
export const planned = ({ stored, columns }: PlannedRow, alias: string, column: string) =>
  columns[alias]?.[column] ?? stored[alias]?.[column] ?? null

async function readSharing(trx: Db, provider: number, persons: readonly number[]): Promise<Sharing[]> {
  const { rows } = await sql<Sharing>`
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
 * Keeps values of a person whom several rows name, contacts of several customers or a private customer and its contact:
 * each value stays until the row that set it changes it; anybody may fill an empty one. The customer's row has set
 * values without a note, then the first contact; an inactive contact sets nothing.
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
  for (const { person, isCustomer, contacts } of await readSharing(trx, provider, [
    ...new Set(touched.map(personOf))
  ])) {
    const own = rows.filter((row) => personOf(row) === person)
    const isFresh = (row: PlannedRow) => !row.stored['c']
    const fresh = own
      .filter(isFresh)
      .map((row) => ({ contact: selfOf(row), active: planned(row, 'c', 'active') === true }))
    const all = [...contacts, ...fresh]
    if (all.length + (isCustomer ? 1 : 0) < 2) continue
    const before = own[0]?.stored['p'] ?? own[0]?.columns['p'] ?? {}
    const setBy = JSON.parse(String(before['set_by'] ?? '{}')) as SetBy
    const isThere = (by: number | undefined) =>
      by === customerRow ? isCustomer : all.some(({ contact, active }) => active && contact === by)
    const setterOf = (column: string) =>
      [setBy[column], isCustomer && column !== ofContacts ? customerRow : undefined, setBy['first']].find(isThere) ??
      (all.find(({ active }) => active) ?? all[0])?.contact
    const written: Record<string, ColumnValues[string]> = {}
    if (fresh.length > 0 && all[0]) setBy['first'] ??= all[0].contact
    // Rows that set a value come first: the others keep the value that it has then.
    for (const isSetter of [true, false]) {
      for (const row of own.filter((one) => touched.includes(one))) {
        const others: Record<string, ColumnValues[string]> = { ...kept.get(row) }
        kept.set(row, others)
        for (const [column, value] of Object.entries(row.columns['p'] ?? {})) {
          const setter = setterOf(column)
          const stored = (Object.hasOwn(written, column) ? written[column] : before[column]) ?? null
          if ((setter === selfOf(row)) !== isSetter || column === 'id' || isSameValue(stored, value)) continue
          if (isSetter || stored === null) {
            written[column] = value
            if (!isSetter) setBy[column] = selfOf(row)
          } else others[`p.${column}`] = stored
        }
      }
    }
    const after = JSON.stringify(setBy)
    if (after !== (before['set_by'] ?? '{}')) written['set_by'] = after
    // One statement writes them all, and meets each person once: every row has all.
    for (const row of own) row.columns['p'] = { ...(row.stored['p'] ? {} : row.columns['p']), ...written }
  }
  return kept
}

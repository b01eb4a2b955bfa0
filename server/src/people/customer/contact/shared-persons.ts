import { sql } from 'kysely'
import type { Db } from '../../../platform/database/query.ts'
import { type ImportedRow, leaveMember, noteConflict, replaceColumns } from '../../../records/importing/imported-row.ts'
import type { ColumnValues, PlannedRow } from '../../../records/rows/tables.ts'
import { isSameValue } from '../../../records/rows/values.ts'
import type { StoredField } from './contact.columns.ts'

/** Stands in place of a contact's number for the row of the customer who is the person. */
export const customerRow = 0

/** The only column of a person that customers' rows lack. */
const ofContacts = 'salutation'

/**
 * The row that set each value of a person: by column, the number of a contact or `customerRow`; `first` names the
 * oldest row.
 */
type SetBy = Record<string, number>

interface PersonContact {
  readonly contactId: number
  readonly active: boolean
}

/** The rows that are stored for a person. */
interface Sharing {
  readonly isCustomer: boolean
  /** The person's contacts, in the order of their numbers. */
  readonly contacts: readonly PersonContact[]
}

export interface PersonRow {
  /** The number of the row's contact, or `customerRow`. */
  readonly self: number
  readonly isNew: boolean
  readonly active: boolean
  readonly wanted: ColumnValues
}

/** The values of a person that an import writes, and the stored values that it keeps although a row has others. */
interface SettledPerson {
  readonly written: ColumnValues
  readonly kept: ReadonlyMap<PersonRow, ColumnValues>
}

/**
 * Decides on the values of a person with several rows (contacts of several customers, or a private customer and its
 * contact): only the row that set a value may change it, but any row may fill an empty value. A value without a note
 * counts as set by the customer's row, or else by the first contact; an inactive contact sets nothing.
 * @param before the stored values
 * @returns null for a person with only one row
 */
export function settlePerson(
  { isCustomer, contacts }: Sharing,
  before: ColumnValues,
  rows: readonly PersonRow[]
): SettledPerson | null {
  const added = rows
    .filter(({ isNew }) => isNew)
    .map(({ self, active }): PersonContact => ({ contactId: self, active }))
  const all = [...contacts, ...added]
  if (all.length + (isCustomer ? 1 : 0) < 2) return null
  const noted = String(before['set_by'] ?? '{}')
  const setBy = JSON.parse(noted) as SetBy
  if (added.length > 0 && all[0]) setBy['first'] ??= all[0].contactId
  const isThere = (by: number | undefined) =>
    by === customerRow ? isCustomer : all.some(({ contactId, active }) => active && contactId === by)
  const setterOf = (column: string) =>
    [setBy[column], isCustomer && column !== ofContacts ? customerRow : undefined, setBy['first']].find(isThere) ??
    (all.find(({ active }) => active) ?? all[0])?.contactId
  const written: Record<string, ColumnValues[string]> = {}
  const kept = new Map<PersonRow, ColumnValues>()
  // Rows that set a value come first; the other rows keep the result.
  const wishes = [true, false].flatMap((isSetter) =>
    rows.flatMap((row) => Object.entries(row.wanted).map(([column, value]) => ({ isSetter, row, column, value })))
  )
  for (const { isSetter, row, column, value } of wishes) {
    const stored = (Object.hasOwn(written, column) ? written[column] : before[column]) ?? null
    if ((setterOf(column) === row.self) !== isSetter || column === 'person_id' || isSameValue(stored, value)) continue
    if (isSetter || stored === null) {
      written[column] = value
      if (!isSetter) setBy[column] = row.self
    } else kept.set(row, { ...kept.get(row), [column]: stored })
  }
  const after = JSON.stringify(setBy)
  return { written: { ...written, ...(after !== noted && { set_by: after }) }, kept }
}

interface PersonSharing extends Sharing {
  readonly personId: number
}

/** Members of a resource, and functions that return the person's number and the row's own number. */
interface Naming {
  readonly fields: readonly StoredField<string>[]
  readonly person: (row: PlannedRow) => number
  readonly self: (row: PlannedRow) => number
}

/** Returns a column's value as it will be once the row is written. */
export const plannedValue = ({ stored, columns }: PlannedRow, alias: string, column: string) =>
  columns[alias]?.[column] ?? stored[alias]?.[column] ?? null

async function readSharing(trx: Db, providerId: number, persons: readonly number[]): Promise<PersonSharing[]> {
  const { rows } = await sql<PersonSharing>`
    select k.person as "personId",
           exists (select from customers where provider_id = ${providerId} and customer_id = k.person) as "isCustomer",
           (select coalesce(json_agg(json_build_object('contactId', contact_id, 'active', active) order by contact_id), '[]')
            from contacts where provider_id = ${providerId} and person_id = k.person) as contacts
    from unnest(${persons}::int[]) k (person)`.execute(trx)
  return rows
}

/**
 * Raises the versions of the other rows of persons that an import has changed, because open forms of these rows have
 * missed a change. A save needs no such step: a form cannot change a person whom a second customer has as a contact,
 * and raises the other versions in its own statement.
 * @param written the rows that are written, whose versions are already raised
 */
export async function countVersions(
  trx: Db,
  providerId: number,
  rows: readonly PlannedRow[],
  { customers = [], contacts = [] }: { readonly customers?: readonly number[]; readonly contacts?: readonly number[] }
): Promise<void> {
  const persons = rows.flatMap(({ stored, columns: { p = {} } }) =>
    stored['p'] && Object.keys(p).length > 0 ? [Number(stored['p']['person_id'])] : []
  )
  if (persons.length === 0) return
  await sql`
    with customer as (
      update customers set version = version + 1
      where provider_id = ${providerId} and customer_id = any(${persons}::int[]) and customer_id <> all(${customers}::int[])
    )
    update contacts set version = version + 1
    where provider_id = ${providerId} and person_id = any(${persons}::int[]) and contact_id <> all(${contacts}::int[])`.execute(
    trx
  )
}

/** Keeps values of persons that another row has set, by the rules of `settlePerson`, and notes other values as conflicts. */
export async function keepOfPersons(
  trx: Db,
  providerId: number,
  rows: readonly ImportedRow[],
  { fields, person: personOf, self: selfOf }: Naming
): Promise<void> {
  const touched = rows.filter(({ stored, columns }) => stored['p'] && Object.keys(columns['p'] ?? {}).length > 0)
  if (touched.length === 0) return
  const persons = [...new Set(touched.map(personOf))]
  for (const { personId, ...sharing } of await readSharing(trx, providerId, persons)) {
    const own = rows.filter((row) => personOf(row) === personId)
    const before = own[0]?.stored['p'] ?? own[0]?.columns['p'] ?? {}
    const wishes = own.map((row) => ({
      row,
      self: selfOf(row),
      isNew: row.isNew,
      active: plannedValue(row, 'c', 'active') === true,
      wanted: (row.stored['p'] && row.columns['p']) ?? {}
    }))
    const settled = settlePerson(sharing, before, wishes)
    if (!settled) continue
    for (const wish of wishes)
      for (const [column, value] of Object.entries(settled.kept.get(wish) ?? {})) {
        const member = fields.find((field) => field.table === 'p' && field.column === column)?.name ?? column
        leaveMember(wish.row, member)
        const sentence = `${member} is one of the person, and another row has set it: it stays.`
        noteConflict(wish.row, member, sentence, String(value))
      }
    // One statement writes all rows and updates each person only once, so every row of the person has all its values.
    for (const row of own)
      replaceColumns(row, 'p', { ...(row.stored['p'] ? {} : row.columns['p']), ...settled.written })
  }
}

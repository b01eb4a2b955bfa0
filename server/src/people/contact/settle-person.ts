import type { ColumnValues } from '../../platform/rows/tables.ts'
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

/** A contact by which a customer has the person. */
interface PersonContact {
  readonly contact: number
  readonly active: boolean
}

/** The rows that are stored for a person. */
export interface Sharing {
  readonly isCustomer: boolean
  /** The person's contacts, in the order of their numbers. */
  readonly contacts: readonly PersonContact[]
}

/** An imported row of a person. */
export interface PersonRow {
  /** The number of its contact, or `customerRow`. */
  readonly self: number
  /** Whether it is a new contact, and an active one. */
  readonly isNew: boolean
  readonly active: boolean
  /** The values that it has for the person's columns. */
  readonly wanted: ColumnValues
}

/** The values of a person that rows of an import write, and those that stay although a row has others. */
interface SettledPerson {
  readonly written: ColumnValues
  readonly kept: ReadonlyMap<PersonRow, ColumnValues>
}

/**
 * Decides on the values of a person whom several rows name, contacts of several customers or a private customer and its
 * contact: each value stays until the row that set it changes it; anybody may fill an empty one. The customer's row has
 * set values without a note, then the first contact; an inactive contact sets nothing.
 * @param before the stored values
 * @returns null for a person whom one row alone names
 */
export function settlePerson(
  { isCustomer, contacts }: Sharing,
  before: ColumnValues,
  rows: readonly PersonRow[]
): SettledPerson | null {
  const added = rows.filter(({ isNew }) => isNew).map(({ self, active }): PersonContact => ({ contact: self, active }))
  const all = [...contacts, ...added]
  if (all.length + (isCustomer ? 1 : 0) < 2) return null
  const noted = String(before['set_by'] ?? '{}')
  const setBy = JSON.parse(noted) as SetBy
  if (added.length > 0 && all[0]) setBy['first'] ??= all[0].contact
  const isThere = (by: number | undefined) =>
    by === customerRow ? isCustomer : all.some(({ contact, active }) => active && contact === by)
  const setterOf = (column: string) =>
    [setBy[column], isCustomer && column !== ofContacts ? customerRow : undefined, setBy['first']].find(isThere) ??
    (all.find(({ active }) => active) ?? all[0])?.contact
  const written: Record<string, ColumnValues[string]> = {}
  const kept = new Map<PersonRow, ColumnValues>()
  // Rows that set a value come first: the others keep the value that it has then.
  const wishes = [true, false].flatMap((isSetter) =>
    rows.flatMap((row) => Object.entries(row.wanted).map(([column, value]) => ({ isSetter, row, column, value })))
  )
  for (const { isSetter, row, column, value } of wishes) {
    const stored = (Object.hasOwn(written, column) ? written[column] : before[column]) ?? null
    if ((setterOf(column) === row.self) !== isSetter || column === 'id' || isSameValue(stored, value)) continue
    if (isSetter || stored === null) {
      written[column] = value
      if (!isSetter) setBy[column] = row.self
    } else kept.set(row, { ...kept.get(row), [column]: stored })
  }
  const after = JSON.stringify(setBy)
  return { written: { ...written, ...(after !== noted && { set_by: after }) }, kept }
}

import type { ColumnValues, PlannedRow } from '../rows/tables.ts'
import { refusedValue } from './refusals.ts'
import type { CellValue, KeyedRow, RowRefusal } from './rows.ts'

export interface ColumnPlace {
  readonly alias: string
  readonly column: string
}

interface MemberChange {
  readonly old: CellValue
  readonly new: CellValue
}

/** A mark of a field that a customer has changed, which a row answers. */
interface SettledMark {
  readonly member: string
  readonly code: string
}

/** A row that can be stored, with its differences from the stored one. Only the functions of this file change it. */
export interface ImportedRow extends KeyedRow, PlannedRow {
  readonly isNew: boolean
  /** The members that differ from the stored row, with both values. */
  readonly changes: ReadonlyMap<string, MemberChange>
  /** The customer's changes that this row answers. */
  readonly settled: readonly SettledMark[]
  /** Members that were sent with another value than the one that stays, or that a customer had changed. */
  readonly conflicts: readonly RowRefusal[]
}

interface WritableRow extends ImportedRow {
  stored: Readonly<Record<string, ColumnValues>>
  readonly columns: Record<string, Record<string, CellValue>>
  readonly changes: Map<string, MemberChange>
  settled: SettledMark[]
  refusedFields: RowRefusal[]
  conflicts: RowRefusal[]
  readonly places: ReadonlyMap<string, readonly ColumnPlace[]>
}

const writable = (row: ImportedRow): WritableRow => row as WritableRow

/**
 * Starts a row that changes nothing yet.
 * @param stored the stored row of the same key, if there is one
 * @param columns the columns of each member, and initial values of a new row
 */
export function startRow(
  keyed: KeyedRow,
  stored: PlannedRow['stored'] | undefined,
  { places, initial }: Pick<WritableRow, 'places'> & { readonly initial: Readonly<Record<string, ColumnValues>> }
): ImportedRow {
  const row: WritableRow = {
    ...keyed,
    isNew: !stored,
    stored: stored ?? {},
    columns: {},
    changes: new Map(),
    settled: [],
    refusedFields: [...keyed.refusedFields],
    conflicts: [],
    places
  }
  if (!stored) for (const [alias, values] of Object.entries(initial)) row.columns[alias] = { ...values }
  return row
}

/** Sets a column. The audit does not record a value that no member has, such as a number. */
export function setColumn(row: ImportedRow, { alias, column }: ColumnPlace, value: CellValue): void {
  ;(writable(row).columns[alias] ??= {})[column] = value
}

/** Sets one column of a member. The audit of a stored row records the change. */
export function setMember(
  row: ImportedRow,
  member: string,
  { value, ...place }: ColumnPlace & { readonly value: CellValue },
  change: MemberChange
): void {
  setColumn(row, place, value)
  if (!row.isNew) writable(row).changes.set(member, change)
}

/** Keeps a member of a row as it is stored, or empty in a new row. */
export function leaveMember(row: ImportedRow, member: string): void {
  const { columns, changes, places } = writable(row)
  for (const { alias, column } of places.get(member) ?? []) delete columns[alias]?.[column]
  changes.delete(member)
}

/** Reports a member that cannot be stored; the row is stored without it. */
export function refuseMember(row: ImportedRow, refusal: RowRefusal): void {
  writable(row).refusedFields.push(refusal)
}

/** Notes that a member was sent with another value than the one that stays. */
export function noteConflict(row: ImportedRow, member: string, sentence: string, stored?: string): void {
  const { refusal } = refusedValue(member, row.values.get(member), sentence)
  writable(row).conflicts.push({ ...refusal, ...(stored !== undefined && { stored }) })
}

/** Notes a mark of a customer's change that the row answers. */
export function settleMark(row: ImportedRow, member: string, code: string): void {
  writable(row).settled.push({ member, code })
}

/** Leaves a member for the run's end, when its marks are settled. */
export function postponeMember(row: ImportedRow, member: string): void {
  leaveMember(row, member)
  const own = writable(row)
  own.settled = own.settled.filter((mark) => mark.member !== member)
  own.conflicts = own.conflicts.filter(({ field }) => field !== member)
}

/** Gives a new row the row of one of its tables that is stored, or that an earlier row of the batch creates. */
export function shareStored(row: ImportedRow, stored: PlannedRow['stored']): void {
  writable(row).stored = stored
}

/** Replaces the values to write of one table. */
export function replaceColumns(row: ImportedRow, alias: string, values: ColumnValues): void {
  writable(row).columns[alias] = { ...values }
}

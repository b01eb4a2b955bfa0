import { mayBeDropped } from '@customer-center/contract/import-field'
import { importResource } from '@customer-center/contract/import/resources'
import type { ColumnValues } from '../../rows/tables.ts'
import { isSameValue } from '../../rows/values.ts'
import { type ImportDefinition, mainTable } from '../import.ts'
import { type ImportedRow, noteConflict, refuseMember, setMember, startRow } from '../imported-row.ts'
import { refusedValue } from '../refusals.ts'
import type { CellValue, ImportValues, KeyedRow, RowRefusal } from '../rows.ts'
import { formatKey, type MemberColumn, type ImportSetup } from './import-setup.ts'

/** Rows of the definition's tables, by alias. */
export type StoredTables = Record<string, ColumnValues>

/** Referenced rows of a batch: by member, then by external ID, with the columns that are copied from them. */
export type FoundReferences = ReadonlyMap<string, ReadonlyMap<string, ColumnValues>>

/** Tells whether a row with a wrong value of this member is accepted without it. */
export function mayDropMember({ fields }: ImportDefinition, member: string): boolean {
  const field = fields[member]
  return field !== undefined && mayBeDropped(field)
}

/** Returns a stored value in the form of an import: a decimal is a text with all of its digits. */
function asRead({ fields }: ImportDefinition, member: string, stored: CellValue = null): CellValue {
  const { kind, decimals } = fields[member] ?? {}
  return kind === 'decimal' && stored !== null ? Number(stored).toFixed(decimals) : stored
}

/** Makes a function that returns a member of a row, as it is stored where the row leaves it out. */
const valueReader =
  ({ definition, columns }: ImportSetup, values: ImportValues, stored: StoredTables | undefined) =>
  (member: string): CellValue => {
    if (values.has(member)) return values.get(member) ?? null
    const { alias = '', column = '' } = columns.places.get(member)?.[0] ?? {}
    return asRead(definition, member, stored?.[alias]?.[column])
  }

/** Returns the row that a reference names: none for an empty reference, a refusal if the row does not exist. */
function referredRow(
  definition: ImportDefinition,
  member: string,
  value: CellValue,
  found: FoundReferences
): { readonly target: ColumnValues | undefined } | { readonly refusal: RowRefusal } | undefined {
  if (!definition.members[member]?.reference) return undefined
  const target = typeof value === 'string' ? found.get(member)?.get(value) : undefined
  if (value === null || target) return { target }
  const to = definition.fields[member]?.to
  const what = to === undefined ? 'no file that was sent' : `no row of ${to} that is there`
  return refusedValue(member, value, `${member} names ${what}.`)
}

/** Returns the value of a column that a member sets; undefined if it stays unchanged. */
function columnValue(
  { initial }: ImportDefinition['members'][string],
  { from, isNeeded }: MemberColumn,
  value: CellValue,
  target: ColumnValues | undefined
): CellValue | undefined {
  if (from === undefined) return value ?? initial ?? null
  // If a required member sets the same column, that member decides.
  return value === null && isNeeded ? undefined : (target?.[from] ?? initial ?? null)
}

/** Returns the values that a member sets, by `alias.column`; a refusal if it names a row that does not exist. */
function columnsOf(
  { definition, columns: { places } }: ImportSetup,
  member: string,
  value: CellValue,
  found: FoundReferences
): { readonly set: ReadonlyMap<string, CellValue> } | { readonly refusal: RowRefusal } {
  const referred = referredRow(definition, member, value, found)
  if (referred && 'refusal' in referred) return referred
  const set = new Map<string, CellValue>()
  for (const place of places.get(member) ?? []) {
    const own = columnValue(definition.members[member] ?? {}, place, value, referred?.target)
    if (own !== undefined) set.set(`${place.alias}.${place.column}`, own)
  }
  return { set }
}

/**
 * Resolves the references of a row.
 * @returns the key columns and their text, or the reason why the row cannot be stored
 */
export function resolveKey(
  setup: ImportSetup,
  values: ImportValues,
  found: FoundReferences
): Pick<KeyedRow, 'key' | 'keyText'> | { readonly refusal: RowRefusal } {
  const { definition } = setup
  const key: Record<string, CellValue> = {}
  for (const member of importResource(definition.resource).key) {
    const of = columnsOf(setup, member, values.get(member) ?? null, found)
    if ('refusal' in of) return of
    for (const column of definition.key) {
      const own = of.set.get(`${mainTable(definition).alias}.${column}`)
      if (own !== undefined) key[column] = own
    }
  }
  return { key, keyText: formatKey(definition, key) }
}

/** Returns the reason why a row with valid values cannot be stored; undefined if its values allow it. */
function whyNotStorable(
  setup: ImportSetup,
  values: ImportValues,
  stored: StoredTables | undefined,
  found: FoundReferences
): { readonly refusal: RowRefusal } | undefined {
  for (const [member, instead] of setup.columns.required) {
    const other = instead === undefined ? null : (values.get(instead) ?? null)
    if (!stored && !values.has(member) && other === null)
      return refusedValue(member, null, `A new row needs ${member}${instead === undefined ? '' : ` or ${instead}`}.`)
    if (instead === undefined || !values.has(member) || other === null) continue
    const [own, its] = [member, instead].map((name) => columnsOf(setup, name, values.get(name) ?? null, found))
    if (!own || !its || 'refusal' in own || 'refusal' in its) continue
    for (const [name, value] of own.set)
      if (its.set.has(name) && its.set.get(name) !== value)
        return refusedValue(instead, other, `${instead} names another one than ${member}.`)
  }
  return undefined
}

/**
 * Compares a row with the stored row of the same key. Returns the changes to write, or the reason why it cannot be
 * written.
 */
export function planRow(
  setup: ImportSetup,
  keyed: KeyedRow,
  stored: StoredTables | undefined,
  found: FoundReferences
): ImportedRow | { readonly refusal: RowRefusal } {
  const { definition, columns } = setup
  const { fields, members } = definition
  const { values } = keyed
  const refused = whyNotStorable(setup, values, stored, found)
  if (refused) return refused
  const rule = stored && definition.ruleOf?.(stored)
  if (rule?.refused !== undefined) return refusedValue(null, undefined, rule.refused)
  const row = startRow(keyed, stored, columns)
  const valueOf = valueReader(setup, values, stored)
  for (const [member, value] of values) {
    const storage = members[member] ?? {}
    const problem = typeof value === 'string' ? storage.check?.(value, valueOf) : undefined
    const referred =
      problem !== undefined
        ? refusedValue(member, fields[member]?.secret ? null : value, `${member} ${problem}`)
        : referredRow(definition, member, value, found)
    if (referred && 'refusal' in referred) {
      if (!mayDropMember(definition, member)) return referred
      refuseMember(row, referred.refusal)
      continue
    }
    for (const place of columns.places.get(member) ?? []) {
      const { alias, column } = place
      const own = columnValue(storage, place, value, referred?.target)
      const before = stored?.[alias]?.[column]
      if (own === undefined || (stored && isSameValue(before, own, fields[member]?.kind))) continue
      if (stored && fields[member]?.immutable)
        return refusedValue(member, value, `${member} of a stored row never changes.`)
      const kept = rule?.kept?.[member]
      if (kept !== undefined) {
        if (kept !== null) noteConflict(row, member, kept)
        continue
      }
      const change = storage.reference
        ? { old: null, new: value }
        : { old: asRead(definition, member, before), new: asRead(definition, member, own) }
      setMember(row, member, { alias, column, value: own }, change)
    }
  }
  return row
}

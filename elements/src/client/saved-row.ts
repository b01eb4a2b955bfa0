import {
  type FieldSpec,
  type FieldTable,
  type Id,
  idField,
  versionCode,
  type WireRow
} from '@customer-center/contract/field-codes'
import { type FieldMap, type WireFormat, textOf } from './wire-format.ts'

/** A row that can be changed. */
export interface EditableRow {
  /** The row as it came. */
  readonly wire: WireRow
  /** Prevents lost updates; null if the backend has none. */
  readonly version: string | null
}

/** The fields that a form has changed, with their new values. */
export type RowChanges = Readonly<Record<string, string | boolean>>

/** Adds the version to the fields of rows that can be changed. */
export const withVersion = <const Fields extends FieldTable>(fields: Fields) => ({
  ...fields,
  version: idField(versionCode)
})

/** Converts a text or flag of a form: an empty text is null, and an id in the form of a number is one. */
function typed(field: Pick<FieldSpec, 'kind' | 'max'> | undefined, value: string | boolean): WireRow[string] {
  if (value === '') return null
  if (field?.kind === 'flag') return String(value) === 'true'
  const isId = field?.kind === 'id' && field.max === 0
  const isNumber = field?.kind === 'number' ? !Number.isNaN(Number(value)) : isId && isWhole(value)
  return isNumber ? Number(value) : value
}

/** Tells whether a value is a whole number to the letter: `013` is none. */
export const isWhole = (value: string | boolean) =>
  Number.isSafeInteger(Number(value)) && String(Number(value)) === value

function written(format: WireFormat, map: FieldMap, name: string, value: string | boolean): WireRow[string] {
  const given = format.write?.(map, name, value)
  return given === undefined ? typed(map.fields[name], value) : given
}

/** Returns an id as a write sends it. */
export const serializeId = (format: WireFormat, map: FieldMap, name: string, id: string): Id =>
  written(format, map, name, id) as Id

/**
 * Returns the row that a save sends: the keys and all writable fields of the row that was read, as they came, and over
 * them the changes of the form. A backend that replaces its row by this one loses nothing; one that compares the two
 * finds the changes alone.
 *
 * @param keys keys that the row may lack
 */
export function savedRow(
  format: WireFormat,
  map: FieldMap,
  changes: RowChanges,
  { wire, version }: EditableRow,
  keys: Readonly<Record<string, string | null | undefined>> = {}
): WireRow {
  const others: typeof keys = { ...keys, version }
  const sent: WireRow = {}
  for (const [name, { use }] of Object.entries(map.fields)) {
    const code = format.codeOf(map, name)
    if (code === null) continue
    const isStored = use === 'both' || (use === 'key' && (name !== 'version' || textOf(wire[code] ?? null) === version))
    const stored = isStored ? wire[code] : undefined
    const changed = changes[name] ?? (stored === undefined ? others[name] : undefined)
    if (changed !== undefined && changed !== null) sent[code] = written(format, map, name, changed)
    else if (stored !== undefined && (name !== 'version' || stored !== null)) sent[code] = stored
  }
  return sent
}

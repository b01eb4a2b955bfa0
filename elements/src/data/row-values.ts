import type { FieldTable, WireRow } from '@customer-center/contract/field-codes'
import { codeOf, type FieldCodes, type FieldMap, fromWire, versionOf, versionToWire } from '../client/fields.ts'

/** A row as a form edits it: texts under our names, empty where there is no value. */
export interface RowValues {
  readonly values: Record<string, string>
  readonly version: number | null
}

/** The fields that a form has changed, with their new values. */
export type RowChanges = Readonly<Record<string, string | boolean>>

/** Converts a row from the wire. */
export function readRowValues<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  wire: unknown
): RowValues {
  const entries = Object.entries(fromWire(map, codes, wire)).map(([name, value]) => [name, String(value ?? '')])
  return { values: Object.fromEntries(entries) as Record<string, string>, version: versionOf(wire) }
}

/** Converts what a form changed for the wire: an empty text is null, and names that are no fields are left out. */
export function changesToWire<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  changes: RowChanges,
  version: number | null
): WireRow {
  const known = Object.entries(changes).filter(([name]) => map.fields[name])
  const wire = known.map(([name, value]) => [codeOf(map, codes, name), typed(map, name, value)])
  return { ...(Object.fromEntries(wire) as WireRow), ...versionToWire(version) }
}

function typed(map: FieldMap<FieldTable>, name: string, value: string | boolean): WireRow[string] {
  if (value === '') return null
  return map.fields[name]?.kind === 'number' ? Number(value) : value
}

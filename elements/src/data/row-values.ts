import type { FieldTable, Id, WireRow } from '@customer-center/contract/field-codes'
import { codeOf, type FieldCodes, type FieldMap, fromWire } from '../client/fields.ts'
import { versionOf, versionToWire } from './row-fields.ts'

/** A row as a form edits it: texts under our names, empty where there is no value. */
export interface RowValues {
  readonly values: Record<string, string>
  readonly version: number | null
  /** The same as it came, under the backend's codes. */
  readonly wire: WireRow
}

/** The fields that a form has changed, with their new values. */
export type RowChanges = Readonly<Record<string, Id | boolean>>

/** A row that does not exist yet. */
export const newRow: RowValues = { values: {}, version: null, wire: {} }

/** Converts a row from the wire. */
export function readRowValues<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  wire: unknown
): RowValues {
  const entries = Object.entries(fromWire(map, codes, wire)).map(([name, value]) => [name, String(value ?? '')])
  return {
    values: Object.fromEntries(entries) as Record<string, string>,
    version: versionOf(wire),
    wire: typeof wire === 'object' && wire !== null ? (wire as WireRow) : {}
  }
}

/**
 * What a save sends: of the row that was read the keys and all fields that can be written, as they came, and over them what a form
 * has changed. A backend that replaces its row by this one loses nothing; one that compares the two finds the changes alone. An empty
 * text is null, and names that are no fields are left out.
 */
export function savedRow<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  changes: RowChanges,
  { wire, version }: Pick<RowValues, 'wire' | 'version'>
): WireRow {
  const sent: WireRow = {}
  for (const [name, { use }] of Object.entries(map.fields)) {
    const code = codeOf(map, codes, name)
    const changed = changes[name]
    const stored = wire[code]
    if (changed !== undefined) sent[code] = typed(map, name, changed)
    else if (stored !== undefined && (use === 'both' || use === 'key')) sent[code] = stored
  }
  return { ...sent, ...versionToWire(version) }
}

function typed(map: FieldMap<FieldTable>, name: string, value: Id | boolean): WireRow[string] {
  if (value === '') return null
  return map.fields[name]?.kind === 'number' ? Number(value) : value
}

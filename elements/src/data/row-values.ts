import type { FieldTable, Id, WireRow } from '@customer-center/contract/field-codes'
import { codeOf, type FieldCodes, type FieldMap, fromWire, isExcluded } from '../client/fields.ts'
import { versionOf, versionToWire } from './row-fields.ts'

/** A row as a form edits it: texts under our names, empty where there is no value. */
export interface RowValues {
  readonly values: Record<string, string>
  readonly version: Id | null
  /** The row as it came, under the backend's codes. */
  readonly wire: WireRow
}

/** The fields that a form has changed, with their new values. */
export type RowChanges = Readonly<Record<string, Id | boolean>>

export const newRow: RowValues = { values: {}, version: null, wire: {} }

export function readRowValues<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  wire: unknown
): RowValues {
  const row = typeof wire === 'object' && wire !== null ? (wire as WireRow) : {}
  const entries = Object.entries(fromWire(map, codes, wire)).map(([name, value]) => {
    const sent = row[codeOf(map, codes, name)]
    // A choice that is no number to us is shown as it is stored.
    return [name, String(value ?? (map.fields[name]?.kind === 'number' && typeof sent === 'string' ? sent : ''))]
  })
  return { values: Object.fromEntries(entries) as Record<string, string>, version: versionOf(codes, row), wire: row }
}

/** Returns the fields of a form that can be written, without values, as a new row has them. */
export function emptyRow(map: FieldMap<FieldTable>, names: readonly string[]): RowChanges {
  const written = names.filter((name) => map.fields[name]?.use === 'both')
  return Object.fromEntries(written.map((name) => [name, map.fields[name]?.kind === 'flag' ? false : '']))
}

/**
 * Returns the row that a save sends: the keys and all writable fields of the row that was read, as they came, and over
 * them the changes of the form. A backend that replaces its row by this one loses nothing; one that compares the two
 * finds the changes alone. An empty text is null, and names that are no fields of the backend's are left out.
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
    if (isExcluded(map, codes, name)) continue
    if (changed !== undefined) sent[code] = typed(map, name, changed)
    else if (stored !== undefined && (use === 'both' || use === 'key')) sent[code] = stored
  }
  return { ...sent, ...versionToWire(codes, version) }
}

function typed(map: FieldMap<FieldTable>, name: string, value: Id | boolean): WireRow[string] {
  if (value === '') return null
  const kind = map.fields[name]?.kind
  if (kind === 'flag') return String(value) === 'true'
  return kind === 'number' && !Number.isNaN(Number(value)) ? Number(value) : value
}

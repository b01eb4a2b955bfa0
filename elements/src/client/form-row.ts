import type { FieldTable, Wire } from '@customer-center/contract/field-codes'
import { codeOf, type FieldCodes, type FieldMap, fromWire, versionOf, versionToWire } from './fields.ts'

/** A row as a form holds it: texts under our names, an empty one where there is nothing. */
export interface FormRow {
  readonly values: Record<string, string>
  readonly version: number | null
}

/** A row that came, for a form. */
export function formRow<Fields extends FieldTable>(map: FieldMap<Fields>, codes: FieldCodes, wire: unknown): FormRow {
  const entries = Object.entries(fromWire(map, codes, wire)).map(([name, value]) => [name, String(value ?? '')])
  return { values: Object.fromEntries(entries) as Record<string, string>, version: versionOf(wire) }
}

/** What a form changed, for the server: an empty text is null. */
export function formChanges<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  changes: Readonly<Record<string, string | boolean>>,
  version: number | null
): Wire {
  const known = Object.entries(changes).filter(([name]) => map.fields[name])
  const wire = known.map(([name, value]) => [codeOf(map, codes, name), typed(map, name, value)])
  return { ...(Object.fromEntries(wire) as Wire), ...versionToWire(version) }
}

function typed(map: FieldMap<FieldTable>, name: string, value: string | boolean): Wire[string] {
  if (value === '') return null
  return map.fields[name]?.kind === 'number' ? Number(value) : value
}

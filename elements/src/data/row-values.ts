import type { RowChanges, EditableRow } from '../client/saved-row.ts'
import type { FieldMap, WireFormat } from '../client/wire-format.ts'

/** A row as a form edits it: texts by our names, empty where there is no value. */
export interface RowValues extends EditableRow {
  readonly values: Record<string, string>
}

export const newRow: RowValues = { values: {}, version: null, wire: {} }

export function readRowValues({ wire, version, ...row }: EditableRow): RowValues {
  const values = row as Readonly<Record<string, string | boolean | null>>
  const entries = Object.entries(values).map(([name, value]) => [name, String(value ?? '')])
  return { values: Object.fromEntries(entries) as Record<string, string>, version, wire }
}

/** Returns the fields of a form that can be written, without values, as a new row has them. */
export function emptyRow(map: FieldMap, names: readonly string[]): RowChanges {
  const written = names.filter((name) => map.fields[name]?.use === 'both')
  return Object.fromEntries(written.map((name) => [name, map.fields[name]?.kind === 'flag' ? false : '']))
}

/** Returns our name of a field by its code; undefined for an unknown code. */
export function fieldName<Map extends FieldMap>(
  format: WireFormat,
  map: Map,
  code: string | null
): (keyof Map['fields'] & string) | undefined {
  return code === null ? undefined : Object.keys(map.fields).find((name) => format.codeOf(map, name) === code)
}

/** Returns the names of a form's fields that not every backend has. */
export function optionalNames(map: FieldMap, shown: readonly { readonly name: string }[] = []): string[] {
  return shown.map(({ name }) => name).filter((name) => map.fields[name]?.optional)
}

/** Returns ids as a query takes them, without missing ones. */
export function idQuery<Name extends string>(
  ids: Readonly<Partial<Record<Name, string | null | undefined>>>
): Partial<Record<Name, string>> {
  return Object.fromEntries(Object.entries(ids).filter(([, id]) => (id ?? null) !== null)) as Partial<
    Record<Name, string>
  >
}

import {
  type FieldTable,
  type FieldValues,
  type Id,
  versionCode,
  type WireRow
} from '@customer-center/contract/field-codes'
import { codeOf, type FieldCodes, type FieldMap, isExcluded, readField, resFields } from '../client/fields.ts'

/**
 * Returns the value of RES_FIELDS for a row that is going to be changed: with the version that prevents lost updates.
 */
export function versionedResFields<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  names?: readonly (keyof Fields & string)[],
  shown?: readonly string[]
): string {
  return [resFields(map, codes, names, shown), versionName(codes)].filter(Boolean).join(',')
}

/** The backend's code of the version; empty if it has none. */
const versionName = (codes: FieldCodes) => (codes[versionCode] === false ? '' : codes[versionCode] || versionCode)

/** Returns the row's version, which some backends have as a text; null if the backend has none. */
export function versionOf(codes: FieldCodes, wire: WireRow): Id | null {
  const version = wire[versionName(codes)]
  return isId(version) ? version : null
}

/** Tells whether a value can name a row. */
function isId(value: unknown): value is Id {
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
}

/** Returns the version that a write sends with its fields; nothing if the backend has no versions. */
export function versionToWire(codes: FieldCodes, version: Id | null): WireRow {
  return version === null ? {} : { [versionName(codes)]: version }
}

/** Returns the names of a form's fields that not every backend has. */
export function optionalNames(map: FieldMap<FieldTable>, shown: readonly { readonly name: string }[] = []): string[] {
  return shown.map(({ name }) => name).filter((name) => map.fields[name]?.optional)
}

/** Returns our name of a field by its code; undefined for an unknown code, and for a field that the backend lacks. */
export function fieldName<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  code: unknown
): (keyof Fields & string) | undefined {
  return Object.keys(map.fields).find((name) => codeOf(map, codes, name) === code && !isExcluded(map, codes, name))
}

/** Tells whether two ids name the same thing: a host may write an id as a text that a backend sends as a number. */
export function isSameId(one: Id | null | undefined, other: Id | null | undefined): boolean {
  return (one ?? null) !== null && String(one) === String(other ?? '')
}

/** Returns ids as a query takes them, without missing ones. */
export function idQuery<Name extends string>(
  ids: Readonly<Partial<Record<Name, Id | null | undefined>>>
): Partial<Record<Name, string>> {
  const given = Object.entries<Id | null | undefined>(ids).filter(([, id]) => (id ?? null) !== null)
  return Object.fromEntries(given.map(([name, id]) => [name, String(id)])) as Partial<Record<Name, string>>
}

/** Reads one field of a row like {@link fromWire}. */
export type FieldReader<Fields extends FieldTable> = <Name extends keyof Fields & string>(
  wire: WireRow,
  name: Name
) => FieldValues<Fields>[Name]

/**
 * Returns a reader for a list of which only a part is shown: converting ten thousand rows costs more than drawing
 * twenty.
 */
export function fieldReader<Fields extends FieldTable>(map: FieldMap<Fields>, codes: FieldCodes): FieldReader<Fields> {
  const readers: Record<string, (wire: WireRow) => string | number | boolean | null> = {}
  for (const [name, field] of Object.entries(map.fields)) {
    const code = codeOf(map, codes, name)
    readers[name] = (wire) => readField(field, wire[code])
  }
  return (wire, name) => readers[name]!(wire) as FieldValues<Fields>[typeof name]
}

/** Converts the given values to the server's codes. */
export function toWire<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  values: { readonly [Name in keyof Fields]?: FieldValues<Fields>[Name] | undefined }
): WireRow {
  const given = Object.keys(map.fields).filter((name) => values[name] !== undefined && !isExcluded(map, codes, name))
  return Object.fromEntries(given.map((name) => [codeOf(map, codes, name), values[name] ?? null]))
}

import {
  type FieldSpec,
  type FieldTable,
  type FieldValues,
  readableCodes,
  versionCode,
  type WireRow
} from '@customer-center/contract/field-codes'

/** `fieldCodes` of the runtime configuration: our names, such as `contact.firstName`, to the codes of another backend. */
export type FieldCodes = Readonly<Record<string, string>>

/** Maps one resource between the server's codes and our names; `noun` is its name in the glossary. */
export interface FieldMap<Fields extends FieldTable> {
  readonly noun: string
  readonly fields: Fields
}

/** The value of RES_FIELDS: all readable fields, or only the named ones. */
export function resFields<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  names?: readonly (keyof Fields & string)[]
): string {
  const readable = new Set(readableCodes(map.fields))
  return Object.entries(map.fields)
    .filter(([name, field]) => (names ? names.includes(name) : readable.has(field.code)))
    .map(([name]) => codeOf(map, codes, name))
    .join(',')
}

/** The value of RES_FIELDS for a row that is going to be changed: with the version that prevents lost updates. */
export function versionedResFields<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  names?: readonly (keyof Fields & string)[]
): string {
  return `${resFields(map, codes, names)},${versionCode}`
}

/** The row's version; null if the backend has none. */
export function versionOf(wire: unknown): number | null {
  const version: unknown = typeof wire === 'object' && wire !== null ? Reflect.get(wire, versionCode) : null
  return typeof version === 'number' ? version : null
}

/** What a write sends with its fields; nothing if the backend has no versions. */
export function versionToWire(version: number | null): WireRow {
  return version === null ? {} : { [versionCode]: version }
}

/** Our name of a field by its code; undefined for an unknown code. */
export function nameOf<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  code: unknown
): (keyof Fields & string) | undefined {
  return Object.keys(map.fields).find((name) => codeOf(map, codes, name) === code)
}

/** Converts a resource to our names. Missing and empty values, and values of another type, become null. */
export function fromWire<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  wire: unknown
): FieldValues<Fields> {
  const given = (typeof wire === 'object' && wire !== null ? wire : {}) as Record<string, unknown>
  const named = Object.entries(map.fields).map(([name, field]) => [name, read(field, given[codeOf(map, codes, name)])])
  return Object.fromEntries(named) as FieldValues<Fields>
}

/** Reads one field of a row like {@link fromWire}. */
export type FieldReader<Fields extends FieldTable> = <Name extends keyof Fields & string>(
  wire: WireRow,
  name: Name
) => FieldValues<Fields>[Name]

/** For a list of which only a part is shown: converting ten thousand rows costs more than drawing twenty. */
export function fieldReader<Fields extends FieldTable>(map: FieldMap<Fields>, codes: FieldCodes): FieldReader<Fields> {
  const readers: Record<string, (wire: WireRow) => string | number | boolean | null> = {}
  for (const [name, field] of Object.entries(map.fields)) {
    const code = codeOf(map, codes, name)
    readers[name] = (wire) => read(field, wire[code])
  }
  return (wire, name) => readers[name]!(wire) as FieldValues<Fields>[typeof name]
}

/** Converts the given values to the server's codes. */
export function toWire<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  values: Partial<FieldValues<Fields>>
): WireRow {
  const given = Object.entries(map.fields).filter(([name]) => values[name] !== undefined)
  return Object.fromEntries(given.map(([name]) => [codeOf(map, codes, name), values[name] ?? null]))
}

/** The backend's code of a field. */
export function codeOf<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  name: keyof Fields & string
): string {
  return codes[`${map.noun}.${name}`] ?? map.fields[name]?.code ?? name
}

function read(field: FieldSpec, value: unknown): string | number | boolean | null {
  // Some backends send the text "null" for a missing value; it must never be shown.
  if (value === undefined || value === null || value === '' || value === 'null') return null
  if (field.kind === 'flag') return value === true || value === 1 || value === 'true' || value === '1'
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null
  if (field.kind !== 'number') return String(value)
  return Number.isFinite(Number(value)) ? Number(value) : null
}

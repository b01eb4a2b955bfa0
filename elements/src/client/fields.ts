import {
  type FieldSpec,
  type FieldTable,
  type Named,
  readableCodes,
  versionCode,
  type Wire
} from '@customer-center/contract/field-codes'

/** `fieldCodes` of the runtime configuration: our name, as in `contact.firstName`, to another backend's code. */
export type FieldCodes = Readonly<Record<string, string>>

/** One resource's way between the server's codes and our names; `noun` is its word in the glossary. */
export interface FieldMap<Fields extends FieldTable> {
  readonly noun: string
  readonly fields: Fields
}

/** The comma list for RES_FIELDS: all fields that can be read, or just the named ones. */
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

/** The comma list for RES_FIELDS of a row that is to be changed: with the number that guards against lost updates. */
export function versionedResFields<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  names?: readonly (keyof Fields & string)[]
): string {
  return `${resFields(map, codes, names)},${versionCode}`
}

/** The row's version; null if the backend keeps none. */
export function versionOf(wire: unknown): number | null {
  const version: unknown = typeof wire === 'object' && wire !== null ? Reflect.get(wire, versionCode) : null
  return typeof version === 'number' ? version : null
}

/** What to send along with a write; nothing if the backend keeps no version. */
export function versionToWire(version: number | null): Wire {
  return version === null ? {} : { [versionCode]: version }
}

/** Our name of a code, as a field descriptor or a list of possible values names it; undefined for a code that is not known. */
export function nameOf<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  code: unknown
): (keyof Fields & string) | undefined {
  return Object.keys(map.fields).find((name) => codeOf(map, codes, name) === code)
}

/** A resource under our names. A missing key, an empty value and a value of the wrong kind are null. */
export function fromWire<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  wire: unknown
): Named<Fields> {
  const given = (typeof wire === 'object' && wire !== null ? wire : {}) as Record<string, unknown>
  const named = Object.entries(map.fields).map(([name, field]) => [name, read(field, given[codeOf(map, codes, name)])])
  return Object.fromEntries(named) as Named<Fields>
}

/** Reads one field of a row, by the rules of {@link fromWire}. */
export type FieldReader<Fields extends FieldTable> = <Name extends keyof Fields & string>(
  wire: Wire,
  name: Name
) => Named<Fields>[Name]

/** For a list that is fetched whole and shown in part: reading all of ten thousand rows costs more than drawing twenty. */
export function fieldReader<Fields extends FieldTable>(map: FieldMap<Fields>, codes: FieldCodes): FieldReader<Fields> {
  const readers: Record<string, (wire: Wire) => string | number | boolean | null> = {}
  for (const [name, field] of Object.entries(map.fields)) {
    const code = codeOf(map, codes, name)
    readers[name] = (wire) => read(field, wire[code])
  }
  return (wire, name) => readers[name]!(wire) as Named<Fields>[typeof name]
}

/** What is to be written, under the server's codes; only the names that are given. */
export function toWire<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  values: Partial<Named<Fields>>
): Wire {
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
  // Some backends write an absent value as the text "null"; nobody may ever read that on a screen.
  if (value === undefined || value === null || value === '' || value === 'null') return null
  if (field.kind === 'flag') return value === true || value === 1 || value === 'true' || value === '1'
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null
  if (field.kind !== 'number') return String(value)
  return Number.isFinite(Number(value)) ? Number(value) : null
}

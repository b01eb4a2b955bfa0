import { type FieldSpec, type FieldTable, type FieldValues, readableCodes } from '@customer-center/contract/field-codes'

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

/** Converts a resource to our names. Missing and empty values, and values of another type, become null. */
export function fromWire<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  wire: unknown
): FieldValues<Fields> {
  const given = (typeof wire === 'object' && wire !== null ? wire : {}) as Record<string, unknown>
  const named = Object.entries(map.fields).map(([name, field]) => [
    name,
    readField(field, given[codeOf(map, codes, name)])
  ])
  return Object.fromEntries(named) as FieldValues<Fields>
}

/** The backend's code of a field. */
export function codeOf<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  name: keyof Fields & string
): string {
  return codes[`${map.noun}.${name}`] ?? map.fields[name]?.code ?? name
}

/** One field of a row, as {@link fromWire} reads it. */
export function readField(field: FieldSpec, value: unknown): string | number | boolean | null {
  // Some backends send the text "null" for a missing value; it must never be shown.
  if (value === undefined || value === null || value === '' || value === 'null') return null
  if (field.kind === 'flag') return value === true || value === 1 || value === 'true' || value === '1'
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null
  if (field.kind === 'id') return typeof value === 'boolean' ? null : value
  if (field.kind !== 'number') return String(value)
  return Number.isFinite(Number(value)) ? Number(value) : null
}

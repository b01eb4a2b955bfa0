import {
  type FieldSpec,
  type FieldTable,
  type Named,
  readableCodes,
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
    .map(([name, field]) => codeOf(map, codes, name, field))
    .join(',')
}

/** A resource under our names. A missing key, an empty value and a value of the wrong kind are null. */
export function fromWire<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  wire: unknown
): Named<Fields> {
  const given = (typeof wire === 'object' && wire !== null ? wire : {}) as Record<string, unknown>
  const named = Object.entries(map.fields).map(([name, field]) => [
    name,
    read(field, given[codeOf(map, codes, name, field)])
  ])
  return Object.fromEntries(named) as Named<Fields>
}

/** What is to be written, under the server's codes; only the names that are given. */
export function toWire<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  values: Partial<Named<Fields>>
): Wire {
  const given = Object.entries(map.fields).filter(([name]) => values[name] !== undefined)
  return Object.fromEntries(given.map(([name, field]) => [codeOf(map, codes, name, field), values[name] ?? null]))
}

function codeOf(map: FieldMap<FieldTable>, codes: FieldCodes, name: string, field: FieldSpec): string {
  return codes[`${map.noun}.${name}`] ?? field.code
}

function read(field: FieldSpec, value: unknown): string | number | boolean | null {
  // Some backends write an absent value as the text "null"; nobody may ever read that on a screen.
  if (value === undefined || value === null || value === '' || value === 'null') return null
  if (field.kind === 'flag') return value === true || value === 1 || value === 'true' || value === '1'
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null
  if (field.kind !== 'number') return String(value)
  return Number.isFinite(Number(value)) ? Number(value) : null
}

import type { FieldSpec, FieldTable, FieldValues } from '@customer-center/contract/field-codes'
import type { Noun } from '@customer-center/contract/field-tables'
import type { RuntimeConfig } from '@customer-center/contract/runtime-config'

/** Our names, such as `contact.firstName`, to the codes of another backend. */
export type FieldCodes = RuntimeConfig['fieldCodes']

/** Maps one resource between the server's codes and our names. */
export interface FieldMap<Fields extends FieldTable> {
  readonly noun: Noun
  readonly fields: Fields
}

/**
 * Returns the value of RES_FIELDS: all readable fields, or only the named ones; without those that the backend does not
 * have.
 * @param shown names of optional fields that the shop's field list has
 */
export function resFields<Fields extends FieldTable>(
  map: FieldMap<Fields>,
  codes: FieldCodes,
  names?: readonly (keyof Fields & string)[],
  shown: readonly string[] = []
): string {
  return Object.entries(map.fields)
    .filter(([name, { use, optional }]) =>
      names ? names.includes(name) : use !== 'write' && (!optional || shown.includes(name) || isNamed(map, codes, name))
    )
    .filter(([name]) => !isExcluded(map, codes, name))
    .map(([name]) => codeOf(map, codes, name))
    .join(',')
}

/** Tells whether the configuration says that the backend lacks a field. */
export function isExcluded({ noun, fields }: FieldMap<FieldTable>, codes: FieldCodes, name: string): boolean {
  return codes[`${noun}.${name}`] === false || codes[fields[name]?.code ?? ''] === false
}

/** Tells whether the configuration says that the backend has an optional field. */
export function isNamed({ noun }: FieldMap<FieldTable>, codes: FieldCodes, name: string): boolean {
  return Boolean(codes[`${noun}.${name}`])
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

export function codeOf(map: FieldMap<FieldTable>, codes: FieldCodes, name: string): string {
  return codes[`${map.noun}.${name}`] || map.fields[name]?.code || name
}

/** Reads one field of a row as {@link fromWire} does. */
export function readField(field: FieldSpec, value: unknown): string | number | boolean | null {
  // Some backends send the text "null" for a missing value; it must never be shown.
  if (value === undefined || value === null || value === '' || value === 'null') return null
  if (field.kind === 'flag') return value === true || value === 1 || value === 'true' || value === '1'
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null
  if (field.kind === 'id') return typeof value === 'boolean' ? null : value
  if (field.kind !== 'number') return String(value)
  return Number.isFinite(Number(value)) ? Number(value) : null
}

import type { Endpoint } from '@customer-center/contract/endpoint'
import type { FieldTable, FieldValues, WireRow } from '@customer-center/contract/field-codes'
import type { Noun } from '@customer-center/contract/field-tables'
import { readRuntimeConfig, type RuntimeConfig } from '@customer-center/contract/runtime-config'

/** A resource: its fields by our names, with the lists and rows in it. */
export interface FieldMap<Fields extends FieldTable = FieldTable> {
  /** The noun under which a configuration renames fields; rows within rows may have none. */
  readonly noun?: Noun
  readonly fields: Fields
  /** Lists whose members are rows. */
  readonly lists?: Readonly<Record<string, FieldMap>>
  /** Single rows that belong to the row; null where there is none. */
  readonly parts?: Readonly<Record<string, FieldMap>>
  /** Lists of ids or texts; null where the backend sends none. */
  readonly values?: readonly string[]
  /** Whether rows are saved: then each keeps, as `wire`, the row as it came. */
  readonly saved?: true
}

/** A row by our names: ids are texts, a missing value is null, a missing list is empty. */
export type RowOf<Map extends FieldMap> = FieldValues<Map['fields'], string> &
  (Map extends { lists: Readonly<Record<string, FieldMap>> }
    ? { readonly [Name in keyof Map['lists']]: readonly RowOf<Map['lists'][Name]>[] }
    : unknown) &
  (Map extends { parts: Readonly<Record<string, FieldMap>> }
    ? { readonly [Name in keyof Map['parts']]: RowOf<Map['parts'][Name]> | null }
    : unknown) &
  (Map extends { values: readonly (infer Name extends string)[] }
    ? { readonly [Member in Name]: readonly string[] | null }
    : unknown) &
  (Map extends { saved: true } ? { readonly wire: WireRow } : unknown)

type Value = WireRow[string]

/** Returns a date as yyyy-MM-dd, else the text as it stands; null for none. */
export type ReadDay = (value: unknown) => string | null

/** Member of an answer that has a list. */
export interface ListPlace {
  readonly row: WireRow
  readonly code: string | null
}

/** The fields that a read asks for; true: all that the backend has. */
export type FieldNames = readonly string[] | true

/** A call, as far as its answer is read by it. */
export type AnsweredCall = Pick<Endpoint<never, never, never>, 'method' | 'path'>

/** How a backend writes answers and names the members of rows, as far as it does so otherwise than the contract says. */
export interface WireFormat {
  /** Returns the code of a member; null for a field that the backend lacks. */
  readonly codeOf: (map: FieldMap, name: string) => string | null
  /** Tells whether the backend has a field, although the shop's list of fields may not name it. */
  readonly has: (map: FieldMap, name: string) => boolean
  /** Returns a function that reads a field of a row; `readDay` reads every form of a date. */
  readonly readerOf: (map: FieldMap, name: string, readDay?: ReadDay) => (wire: WireRow) => Value
  /** Returns the rows of an answer, or of a list in a row. */
  readonly listOf?: (map: FieldMap, list: unknown, readDay: ReadDay, place?: ListPlace) => readonly WireRow[]
  /** Whether an id is sent as a number or a text, as it came last: a save has to read ids first that it lacks. */
  readonly writesIdsAsRead?: true
  /** Returns a value as a write sends it; undefined where that follows from the kind of the field. */
  readonly write?: (map: FieldMap, name: string, value: string | boolean) => Value | undefined
  /** Returns the responseData of an answer with this body. Throws CallError for all but success. */
  readonly readAnswer?: (response: Response, text: string, call: AnsweredCall, map?: FieldMap) => unknown
  /** Reads with several requests instead of the one that `send` makes for `names`. */
  readonly ask?: (map: FieldMap, names: FieldNames, send: (names: FieldNames) => Promise<unknown>) => Promise<unknown>
}

/** The contract's own format, in which our server answers. */
export const contractFormat: WireFormat = {
  codeOf: ({ fields }, name) => fields[name]?.code ?? name,
  has: ({ fields }, name) => !fields[name]?.foreign,
  readerOf({ fields }, name) {
    const { code, kind } = fields[name]!
    return (wire) => {
      const value = wire[code] === '' ? null : (wire[code] ?? null)
      return kind === 'id' ? textOf(value) : value
    }
  }
}

/** The configuration of an element, with the format of its backend. */
export interface BackendConfig extends RuntimeConfig {
  readonly format: WireFormat
}

/** The request for the code for a backend that is not ours; null for ours. */
export type ForeignCode = Promise<{ formatOf(config: RuntimeConfig): WireFormat } | null>

export async function readBackendConfig(given: unknown, foreign: ForeignCode): Promise<BackendConfig> {
  const config = readRuntimeConfig(given)
  return { ...config, format: (await foreign)?.formatOf(config) ?? contractFormat }
}

export const textOf = (id: Value): string | null => (id === null ? null : String(id))

/** How the answer to a call is read. */
export interface Reading<Data, Map extends FieldMap = FieldMap> {
  readonly map: Map
  readonly read: (format: WireFormat, data: unknown) => Data
}

/** Reads a row that has neither lists nor other rows. */
export function readFields<Map extends FieldMap>(format: WireFormat, map: Map, wire: unknown): RowOf<Map> {
  const given = Object.keys(map.fields).map((name) => [name, format.readerOf(map, name)((wire ?? {}) as WireRow)])
  return Object.fromEntries(given) as RowOf<Map>
}

/**
 * Returns the value of RES_FIELDS: the codes of these fields, without those that the backend lacks.
 *
 * @param shown fields of the shop's list, which count among all fields although not every backend has them
 */
export function resFields(format: WireFormat, map: FieldMap, names: FieldNames, shown: readonly string[] = []): string {
  return Object.entries(map.fields)
    .filter(([name, { use }]) =>
      names === true ? use !== 'write' && (shown.includes(name) || format.has(map, name)) : names.includes(name)
    )
    .flatMap(([name]) => format.codeOf(map, name) ?? [])
    .join(',')
}

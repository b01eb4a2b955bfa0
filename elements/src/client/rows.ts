import { isNoDate, readDate } from '@customer-center/contract/dates'
import type { WireRow } from '@customer-center/contract/field-codes'
import type { FieldMap, ListPlace, ReadDay, Reading, WireFormat, RowOf } from './wire-format.ts'

/** The answer is one row. */
export const rowOf = <const Map extends FieldMap>(map: Map): Reading<RowOf<Map>, Map> => ({
  map,
  read: (format, data) => readRow(format, map, data)
})

/** The answer is a list of rows. */
export const rowsOf = <const Map extends FieldMap>(map: Map): Reading<RowOf<Map>[], Map> => ({
  map,
  read: (format, data) => readList(format, map, data)
})

/** Reads the rows of an answer, or of a list in a row. */
export const readList = <Map extends FieldMap>(
  format: WireFormat,
  map: Map,
  list: unknown,
  place?: ListPlace
): RowOf<Map>[] => listOf(format, map, list, place).map((row) => readRow(format, map, row))

export function listOf(format: WireFormat, map: FieldMap, list: unknown, place?: ListPlace): readonly WireRow[] {
  if (format.listOf) return format.listOf(map, list, readDay, place)
  return Array.isArray(list) ? (list as WireRow[]) : []
}

type FieldReaders = readonly (readonly [name: string, read: ReturnType<WireFormat['readerOf']>])[]

/** Returns a date as the elements show it; one that nobody can read stays a text. */
export const readDay: ReadDay = (value) => readDate(value) ?? (isNoDate(value) ? null : String(value))

/** Returns a function that makes a value once for each format of a resource. */
export function oncePerFormat<Value>(make: (format: WireFormat, map: FieldMap) => Value): typeof make {
  const values = new WeakMap<WireFormat, WeakMap<FieldMap, Value>>()
  return (format, map) => {
    const ofFormat = values.get(format) ?? new WeakMap<FieldMap, Value>()
    values.set(format, ofFormat)
    const value = ofFormat.get(map) ?? make(format, map)
    ofFormat.set(map, value)
    return value
  }
}

/** Returns the readers of all fields of a resource, which are the same for all of its rows. */
export const readersOf = oncePerFormat((format, map): FieldReaders =>
  Object.keys(map.fields).map((name) => [name, format.readerOf(map, name, readDay)] as const)
)

export function readRow<Map extends FieldMap>(format: WireFormat, map: Map, data: unknown): RowOf<Map> {
  const wire = isRow(data) ? data : {}
  const row: Record<string, unknown> = map.saved ? { wire } : {}
  const codeOf = (name: string) => format.codeOf(map, name) ?? ''
  const member = (name: string): unknown => wire[codeOf(name)]
  for (const [name, read] of readersOf(format, map)) row[name] = read(wire)
  for (const [name, list] of Object.entries(map.lists ?? {}))
    row[name] = readList(format, list, member(name), { row: wire, code: codeOf(name) })
  for (const name of map.values ?? []) {
    const list = member(name)
    row[name] = Array.isArray(list) ? list.map(String) : null
  }
  for (const [name, part] of Object.entries(map.parts ?? {}))
    row[name] = isRow(member(name)) ? readRow(format, part, member(name)) : null
  return row as RowOf<Map>
}

export const isRow = (value: unknown): value is WireRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

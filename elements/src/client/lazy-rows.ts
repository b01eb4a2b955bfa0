import type { FieldValues, WireRow } from '@customer-center/contract/field-codes'
import { listOf, oncePerFormat, readersOf } from './rows.ts'
import type { FieldMap, Reading } from './wire-format.ts'

/** A row that reads a field when it is asked for it. Not a plain object: a copy by spreading has no fields. */
export type LazyRow<Map extends FieldMap> = Readonly<FieldValues<Map['fields'], string>> & { readonly wire: WireRow }

/** The answer is a long list of which a part is shown: to read ten thousand rows takes longer than to draw twenty. */
export const lazyRowsOf = <const Map extends FieldMap>(map: Map): Reading<LazyRow<Map>[], Map> => ({
  map,
  read(format, data) {
    const Row = rowClassOf(format, map)
    return listOf(format, map, data).map((wire) => new Row(wire) as LazyRow<Map>)
  }
})

const rowClassOf = oncePerFormat((format, map) => {
  class Row {
    readonly wire: WireRow
    constructor(wire: WireRow) {
      this.wire = wire
    }
  }
  for (const [name, read] of readersOf(format, map))
    Object.defineProperty(Row.prototype, name, {
      get(this: Row) {
        return read(this.wire)
      }
    })
  return Row
})

import type { FieldValues, WireRow } from '@customer-center/contract/field-codes'
import { listOf, readersOf } from './rows.ts'
import type { FieldMap, Reading, WireFormat } from './wire-format.ts'

/** A row that reads a field when it is asked for it. Not a plain object: a copy by spreading has no fields. */
export type LazyRow<Map extends FieldMap> = Readonly<FieldValues<Map['fields'], string>> & { readonly wire: WireRow }

type LazyClass = new (wire: WireRow) => { readonly wire: WireRow }

const classes = new WeakMap<WireFormat, WeakMap<FieldMap, LazyClass>>()

/** The answer is a long list of which a part is shown: to read ten thousand rows takes longer than to draw twenty. */
export const lazyRowsOf = <const Map extends FieldMap>(map: Map): Reading<LazyRow<Map>[], Map> => ({
  map,
  read(format, data) {
    const Row = classOf(format, map)
    return listOf(format, map, data).map((wire) => new Row(wire) as LazyRow<Map>)
  }
})

function classOf(format: WireFormat, map: FieldMap): LazyClass {
  const ofFormat = classes.get(format) ?? new WeakMap<FieldMap, LazyClass>()
  classes.set(format, ofFormat)
  const known = ofFormat.get(map)
  if (known) return known
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
  ofFormat.set(map, Row)
  return Row
}

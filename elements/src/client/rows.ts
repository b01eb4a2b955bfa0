import type { FieldTable, WireRow } from '@customer-center/contract/field-codes'
import { type FieldCodes, type FieldMap, fromWire } from './fields.ts'

/** Returns the rows of a list; another backend may send no list at all, or a list with holes. */
export function listedRows<Row>(data: unknown): Row[] {
  const rows: unknown[] = Array.isArray(data) ? data : []
  return rows.filter((row): row is Row => typeof row === 'object' && row !== null)
}

/** Returns the rows of a list under our names; members that are no fields stay as they came. */
export function plainRows<Row>(map: FieldMap<FieldTable>, codes: FieldCodes, data: unknown): Row[] {
  return listedRows<WireRow>(data).map((row) => ({ ...row, ...fromWire(map, codes, row) }) as Row)
}

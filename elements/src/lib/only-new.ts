import type { Id } from '@customer-center/contract/field-codes'

/** Returns the row that only the later list has; undefined if there are several. */
export function onlyNew<Row>(
  before: readonly Row[],
  after: readonly Row[],
  idOf: (row: Row) => Id | null
): Row | undefined {
  const known = new Set(before.map((row) => String(idOf(row))))
  const [row, ...others] = after.filter((one) => idOf(one) !== null && !known.has(String(idOf(one))))
  return others.length === 0 ? row : undefined
}

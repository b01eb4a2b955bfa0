/** Returns the row that only the later list has; undefined if there are several. */
export function findAddedRow<Row>(
  before: readonly Row[],
  after: readonly Row[],
  idOf: (row: Row) => string | null
): Row | undefined {
  const known = new Set(before.map(idOf))
  const [row, ...others] = after.filter((one) => idOf(one) !== null && !known.has(idOf(one)))
  return others.length === 0 ? row : undefined
}

export interface TableSort<Column extends string = string> {
  readonly column: Column
  readonly descending: boolean
}

// Created once: a collator costs as much as thousands of comparisons.
export const byLetters = new Intl.Collator('de')
/**
 * Compares numbers in texts by value: 9 comes before 10, and dates as yyyy-MM-dd stay in order. It takes three times as
 * long.
 */
const byNumbers = new Intl.Collator('de', { numeric: true })

/** A value that rows are sorted by; empty for a row without one. */
export type SortValue = string | number

/** Sorts rows by a value; rows without one come last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => SortValue,
  descending: boolean,
  collator = byNumbers
): Row[] {
  const sign = descending ? -1 : 1
  const { compare } = collator
  const all = rows.map((row) => ({ row, value: valueOf(row) }))
  const [filled, empty] = [all.filter(({ value }) => value !== ''), all.filter(({ value }) => value === '')]
  filled.sort(({ value: one }, { value: other }) =>
    typeof one === 'number' && typeof other === 'number' ? sign * (one - other) : sign * compare(`${one}`, `${other}`)
  )
  return [...filled, ...empty].map(({ row }) => row)
}

/** Returns the sort after a click on a column's header; a second click on the same column reverses it. */
export function nextSort<Column extends string>(sort: TableSort<Column> | null, column: Column): TableSort<Column> {
  return { column, descending: sort?.column === column && !sort.descending }
}

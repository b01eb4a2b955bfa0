import { useMemo, useState } from 'react'
import { type SortValue, type TableSort, sortRows } from '../../lib/sort-rows.ts'

/**
 * Sorts rows by the column that the person has chosen, and returns that column; `values` has the sorted value of each
 * column, and never changes.
 */
export function useSortedRows<Row>(rows: readonly Row[], values: Readonly<Record<string, (row: Row) => SortValue>>) {
  /** Null until somebody chooses: the rows are in the backend's order. */
  const [sort, setSort] = useState<TableSort | null>(null)
  const sorted = useMemo(() => {
    const valueOf = sort && values[sort.column]
    return valueOf ? sortRows(rows, valueOf, sort.descending) : rows
  }, [rows, values, sort])
  const sent = useMemo(() => (isNewestFirst(rows, values['date']) ? newestFirst : null), [rows, values])
  return { sorted, sort: sort ?? sent, onSort: setSort }
}

const newestFirst: TableSort = { column: 'date', descending: true }

/** Tells whether the backend's order is that of the dates, which the header of the dates then shows. */
function isNewestFirst<Row>(rows: readonly Row[], dateOf: ((row: Row) => SortValue) | undefined): boolean {
  if (!dateOf || rows.length < 2) return false
  return rows.every((row, index) => index === 0 || dateOf(rows[index - 1]!) >= dateOf(row))
}

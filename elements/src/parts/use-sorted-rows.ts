import { useMemo, useState } from 'react'
import { nextSort, type TableSort, sortRows } from '../lib/sort-rows.ts'

/**
 * Sorts rows by the column that somebody has chosen; `values` has the sorted value of each column, and never changes.
 */
export function useSortedRows<Row>(rows: readonly Row[], values: Readonly<Record<string, (row: Row) => string>>) {
  /** Null until somebody chooses: the rows are in the backend's order. */
  const [sort, setSort] = useState<TableSort | null>(null)
  const sorted = useMemo(() => {
    const valueOf = sort && values[sort.column]
    return valueOf ? sortRows(rows, valueOf, sort.descending) : rows
  }, [rows, values, sort])
  return { sorted, sort, onSort: (column: string) => setSort(nextSort(sort, column)) }
}

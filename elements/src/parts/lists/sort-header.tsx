import { useMemo, useState } from 'react'
import { type SortValue, type TableSort, sortRows, nextSort } from '../../lib/sort-rows.ts'
import { useText } from '../../texts/texts.ts'
import { Icon } from '../icon.tsx'
import './sort-header.css'

export interface SortColumn<Column extends string> {
  readonly id: Column
  readonly header: string
  /** Whether the header is above numbers, which are aligned by their digits. */
  readonly figure?: boolean
}

interface SortProps<Column extends string> {
  sort: TableSort<Column> | null
  onSort: (sort: TableSort<Column>) => void
}

interface SortHeaderProps<Column extends string> extends SortProps<Column> {
  column: SortColumn<Column>
}

/**
 * Renders a column's header with a button over it that sorts the table by that column. Above cards, {@link SortChoice}
 * replaces the button, and only screen readers announce the name.
 */
export function SortHeader<Column extends string>({ column, sort, onSort }: SortHeaderProps<Column>) {
  const { id, header, figure } = column
  const order = sort?.column === id ? (sort.descending ? 'descending' : 'ascending') : undefined
  return (
    <th scope="col" className={figure ? 'kc-figure' : undefined} aria-sort={order} aria-label={header}>
      <button type="button" className="kc-sort" aria-label={header} onClick={() => onSort(nextSort(sort, id))} />
      <span className="kc-arrow">
        {header}
        <Icon name="chevron" />
      </span>
    </th>
  )
}

interface SortChoiceProps<Column extends string> extends SortProps<Column> {
  columns: readonly SortColumn<Column>[]
}

/** Renders the choice of column and direction among a list's tools, for rows that are cards without headers. */
export function SortChoice<Column extends string>({ columns, sort, onSort }: SortChoiceProps<Column>) {
  const text = useText()
  const options = columns.flatMap(({ id, header }) => [
    { column: id, descending: false, label: text('list.ascending', { column: header }) },
    { column: id, descending: true, label: text('list.descending', { column: header }) }
  ])
  const chosen = options.findIndex(
    ({ column, descending }) => column === sort?.column && descending === sort.descending
  )
  return (
    <div className="kc-sort-choice kc-arrow">
      <span aria-hidden="true">
        <span>{text('list.sort')}</span>
        {columns.find(({ id }) => id === sort?.column)?.header}
      </span>
      <Icon name="chevron" />
      <Icon name="sort" />
      <select
        aria-label={text('list.sort')}
        value={chosen}
        onChange={({ target }) => {
          const next = options[Number(target.value)]
          if (next) onSort(next)
        }}
      >
        {chosen < 0 && <option value={-1}>{text('field.choose')}</option>}
        {options.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

/**
 * Sorts rows by the column that the person has chosen, and returns that column. `values` returns the sorted value for
 * each column, and must never change.
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

/**
 * Tells whether the backend has sorted the rows by date, the newest first; the header of the dates then shows that
 * order.
 */
function isNewestFirst<Row>(rows: readonly Row[], dateOf: ((row: Row) => SortValue) | undefined): boolean {
  if (!dateOf || rows.length < 2) return false
  return rows.every((row, index) => index === 0 || dateOf(rows[index - 1]!) >= dateOf(row))
}

import type { TableSort } from '../lib/sort-rows.ts'
import { Icon } from './icon.tsx'
import './sort-header.css'

export interface SortHeaderProps<Column extends string> {
  column: Column
  header: string
  /** Whether the header is above numbers, whose digits are below each other. */
  figure?: boolean | undefined
  sort: TableSort<Column> | null
  onSort: (column: Column) => void
}

/** Renders a column's header that sorts the table by it. In a narrow column it stays visible above the cards. */
export function SortHeader<Column extends string>({ column, header, figure, sort, onSort }: SortHeaderProps<Column>) {
  const order = sort?.column === column ? (sort.descending ? 'descending' : 'ascending') : undefined
  return (
    <th scope="col" className={figure ? 'kc-figure' : undefined} aria-sort={order}>
      <button type="button" className="kc-sort" onClick={() => onSort(column)}>
        {header}
        <Icon name="chevron" />
      </button>
    </th>
  )
}

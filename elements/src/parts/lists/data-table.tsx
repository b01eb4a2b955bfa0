import { Fragment, type ReactNode } from 'react'
import type { TableSort } from '../../lib/sort-rows.ts'
import { useText } from '../../texts/texts.ts'
import type { YearSection } from './by-year.ts'
import { type SortColumn, SortHeader } from './sort-header.tsx'
import { useRowClick } from './use-row-click.ts'
import './table.css'
import './data-table.css'

export interface TableColumn<Row> extends SortColumn<string> {
  cell: (row: Row) => ReactNode
  /** A column of buttons: its header is visually hidden, its cells are not printed. */
  actions?: boolean
  /**
   * The place of the cell in a card, without its column's name: on a line of its own, at the start or the end of the
   * first line, below it beside the buttons, or in a line shared with the next one. By default the cell is a line that begins with the column's name.
   */
  card?: 'line' | 'start' | 'end' | 'below' | 'shared'
  /** Whether the header sorts the table. */
  sortable?: boolean
}

interface DataTableProps<Row> {
  /** Names the table; visually hidden, since there is a heading above it. */
  caption: string
  columns: readonly TableColumn<Row>[]
  rows?: readonly Row[]
  /** Sections instead of `rows`. */
  sections?: readonly YearSection<Row>[]
  /** Returns the key of a row; odd backends send several rows with the same key. */
  keyOf: (row: Row) => string | number
  /** The row that has just been saved, which is marked. */
  isSaved?: (row: Row) => boolean
  sort?: TableSort | null
  onSort?: (sort: TableSort) => void
  /** Returns details of a row, which are then shown below it. */
  renderDetail?: ((row: Row) => ReactNode) | undefined
}

/**
 * Renders a real table that turns into cards in a narrow column. It is for up to some hundred rows; longer lists need
 * to be virtualized.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows = [],
  sections = [{ heading: null, rows }],
  keyOf,
  isSaved,
  sort = null,
  onSort,
  renderDetail
}: DataTableProps<Row>) {
  const opening = useRowClick()
  const counts: Record<string, number> = {}
  const uniqueKey = (row: Row) => {
    const key = keyOf(row)
    counts[key] = (counts[key] ?? 0) + 1
    return `${key} ${counts[key]}`
  }
  return (
    <table className="kc-table kc-rows" part="table" {...opening}>
      <caption className="kc-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) =>
            column.sortable && onSort ? (
              <SortHeader key={column.id} column={column} sort={sort} onSort={onSort} />
            ) : (
              <th key={column.id} scope="col" className={column.figure ? 'kc-figure' : undefined}>
                <span className={column.actions ? 'kc-hidden' : undefined}>{column.header}</span>
              </th>
            )
          )}
        </tr>
      </thead>
      {sections.map((section) => (
        <tbody key={section.heading}>
          {section.heading !== null && <YearRow year={section.heading} columns={columns.length} />}
          {section.rows.map((row) => {
            const detail = renderDetail?.(row)
            const marks = [isSaved?.(row) && 'kc-saved', detail && 'kc-detailed']
            return (
              <Fragment key={uniqueKey(row)}>
                <tr className={marks.filter(Boolean).join(' ') || undefined}>
                  {columns.map(({ id, header, cell, actions, figure, card }) => (
                    <td
                      key={id}
                      data-label={actions ? '' : header}
                      data-card={card}
                      className={`kc-cell ${actions ? 'kc-actions' : figure ? 'kc-figure' : ''}`.trim()}
                    >
                      {cell(row)}
                    </td>
                  ))}
                </tr>
                <DetailRow columns={columns.length}>{detail}</DetailRow>
              </Fragment>
            )
          })}
        </tbody>
      ))}
    </table>
  )
}

/** Renders the detail of a row over all columns; nothing for a row without one. */
function DetailRow({ columns, children }: { columns: number; children: ReactNode }) {
  if (!children) return null
  return (
    <tr className="kc-row-detail">
      <td colSpan={columns}>{children}</td>
    </tr>
  )
}

/**
 * Renders the heading of a year's rows in a table: headings lead through the page, and `rowgroup` tells which rows
 * belong to it.
 */
export function YearRow({ year, columns }: { year: string; columns: number }) {
  const text = useText()
  return (
    <tr className="kc-year">
      <th scope="rowgroup" colSpan={columns}>
        <h2 part="heading">{year || text('list.withoutDate')}</h2>
      </th>
    </tr>
  )
}

import type { ReactNode } from 'react'
import { addStyles } from '../theme/sheet.ts'
import css from './data-table.css?inline'
import tableCss from './table.css?inline'

addStyles(tableCss)
addStyles(css)

export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** A column of buttons: its header is visually hidden, its cells are not printed. */
  actions?: boolean
  /** The title of a card: takes the card's whole width, without the column's name. */
  title?: boolean
}

export interface DataTableProps<Row> {
  /** Names the table; visually hidden, since there is a heading above it. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => string | number
  /** The row that has just been saved, which is marked. */
  isSaved?: (row: Row) => boolean
}

/** A real table that turns into cards in a narrow column. For up to some hundred rows; longer lists need to be virtualized. */
export function DataTable<Row>({ caption, columns, rows, keyOf, isSaved }: DataTableProps<Row>) {
  return (
    <table className="kc-table kc-rows" part="table">
      <caption className="kc-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ id, header, actions }) => (
            <th key={id} scope="col">
              <span className={actions ? 'kc-hidden' : undefined}>{header}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)} className={isSaved?.(row) ? 'kc-saved' : undefined}>
            {columns.map(({ id, header, cell, actions, title }) => (
              <td
                key={id}
                data-label={actions || title ? '' : header}
                className={actions ? 'kc-cell kc-actions' : title ? 'kc-cell kc-title' : 'kc-cell'}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

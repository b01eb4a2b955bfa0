import type { ReactNode } from 'react'
import { useRowClick } from './use-row-click.ts'
import './item-list.css'

/**
 * Renders a list of a few items, each with a title, details and controls. A click on the row uses the control with
 * `data-main`.
 */
export function ItemList({ children }: { children: ReactNode }) {
  const opening = useRowClick()
  return (
    <ul className="kc-items" {...opening}>
      {children}
    </ul>
  )
}

export interface ItemProps {
  part?: string
  /** The date of an event, which has a column of its own. */
  date?: ReactNode
  title: ReactNode
  /** The details below the title. */
  detail?: ReactNode
  children?: ReactNode
}

export function Item({ part, date, title, detail, children }: ItemProps) {
  return (
    <li part={part} className={date === undefined ? undefined : 'kc-dated'}>
      {date !== undefined && <p className="kc-date">{date}</p>}
      <div>
        <p>{title}</p>
        {detail && <p className="kc-detail">{detail}</p>}
      </div>
      {children}
    </li>
  )
}

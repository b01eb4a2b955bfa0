import type { ReactNode } from 'react'
import { addStyles } from '../theme/sheet.ts'
import css from './item-list.css?inline'

addStyles(css)

/** Renders a list of few things, each with a title, details and controls. */
export function ItemList({ children }: { children: ReactNode }) {
  return <ul className="kc-items">{children}</ul>
}

export interface ItemProps {
  part?: string
  title: ReactNode
  /** The details below the title. */
  detail?: ReactNode
  children?: ReactNode
}

export function Item({ part, title, detail, children }: ItemProps) {
  return (
    <li part={part}>
      <div>
        <p>{title}</p>
        {detail && <p className="kc-detail">{detail}</p>}
      </div>
      {children}
    </li>
  )
}

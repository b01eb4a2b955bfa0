import type { ReactNode } from 'react'
import { addStyles } from '../theme/sheet.ts'
import css from './item-list.css?inline'

addStyles(css)

/** A list of few things, each with a title, what is to be known of it, and what can be done with it. */
export function ItemList({ children }: { children: ReactNode }) {
  return <ul className="kc-items">{children}</ul>
}

export interface ItemProps {
  part?: string
  title: ReactNode
  /** Below the title. */
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

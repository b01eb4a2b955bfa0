import type { ReactNode } from 'react'
import { addStyles } from '../theme/sheet.ts'
import css from './empty-state.css?inline'

addStyles(css)

interface EmptyStateProps {
  message: string
  /** What can be done about it. */
  children?: ReactNode
}

/** Shown in place of an empty list. */
export function EmptyState({ message, children }: EmptyStateProps) {
  return (
    <div className="kc-empty" part="empty">
      <p>{message}</p>
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'
import { addStyles } from '../theme/sheet.ts'
import css from './empty-state.css?inline'

addStyles(css)

interface EmptyStateProps {
  message: string
  /** Address of a picture of what is missing. */
  image?: string | undefined
  /** What can be done about it. */
  children?: ReactNode
}

/** Shown in place of an empty list. */
export function EmptyState({ message, image, children }: EmptyStateProps) {
  return (
    <div className="kc-empty" part="empty">
      {image && <img src={image} alt="" width="72" height="72" />}
      <p className="kc-empty-message">{message}</p>
      {children}
    </div>
  )
}

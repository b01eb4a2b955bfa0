import type { ReactNode } from 'react'
import './empty-state.css'

interface EmptyStateProps {
  message: string
  /** The address of a picture of the missing things. */
  image?: string | undefined
  /** Controls for the next step. */
  children?: ReactNode
}

/** Renders a message in place of an empty list. */
export function EmptyState({ message, image, children }: EmptyStateProps) {
  return (
    <div className="kc-empty" part="empty">
      {image && <img src={image} alt="" width="72" height="72" />}
      <p className="kc-empty-message">{message}</p>
      {children}
    </div>
  )
}

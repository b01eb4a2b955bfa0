import { type ReactNode, useEffect, useRef } from 'react'
import './empty-state.css'

interface EmptyStateProps {
  message: string
  /** The address of a picture of the missing things. */
  image?: string | undefined
  /** Controls for the next step. */
  children?: ReactNode
}

/**
 * Renders a message in place of an empty list. It comes into sight while the person uses the search or a filter, which
 * stay in sight above a long list.
 */
export function EmptyState({ message, image, children }: EmptyStateProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const isUsed = box.current?.parentElement?.querySelector('input:focus, select:focus')
    if (isUsed) box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box} className="kc-empty" part="empty">
      {image && <img src={image} alt="" width="72" height="72" />}
      <p className="kc-empty-message">{message}</p>
      {children}
    </div>
  )
}

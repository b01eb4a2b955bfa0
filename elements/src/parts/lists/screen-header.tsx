import type { ReactNode } from 'react'
import { useListActionsRef, useListCount } from './list-count.tsx'
import './screen-header.css'

interface ScreenHeaderProps {
  heading: ReactNode
  /** The controls for everything below. */
  children?: ReactNode
}

/** Renders a screen's heading with the count of its list and the controls for everything below it. */
export function ScreenHeader({ heading, children }: ScreenHeaderProps) {
  const count = useListCount()
  return (
    <div className="kc-screen-header">
      <div className="kc-screen-title">
        {heading}
        {count && <span className="kc-soft-count">{count}</span>}
      </div>
      <div ref={useListActionsRef()} className="kc-screen-actions kc-screen-only" />
      {children && <div className="kc-screen-actions kc-screen-only">{children}</div>}
    </div>
  )
}

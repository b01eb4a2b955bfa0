import type { ReactNode } from 'react'
import { numberFormat } from '../texts/number-format.ts'
import './screen-header.css'

interface ScreenHeaderProps {
  heading: ReactNode
  /** How many things the list below has. */
  count?: number | undefined
  /** The controls for everything below. */
  children?: ReactNode
}

/** Renders a screen's heading with the controls for everything below it. */
export function ScreenHeader({ heading, count, children }: ScreenHeaderProps) {
  return (
    <div className="kc-screen-header">
      <div>
        {heading}
        {count !== undefined && count > 0 && <span className="kc-soft-count">{numberFormat.format(count)}</span>}
      </div>
      {children && <div className="kc-screen-actions kc-screen-only">{children}</div>}
    </div>
  )
}

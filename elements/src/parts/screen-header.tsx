import type { ReactNode } from 'react'
import { addStyles } from '../theme/sheet.ts'
import css from './screen-header.css?inline'

addStyles(css)

/** A screen's heading with what can be done with all that is below it. */
export function ScreenHeader({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  return (
    <div className="kc-screen-header">
      {heading}
      <div className="kc-screen-actions">{children}</div>
    </div>
  )
}

import type { ReactNode } from 'react'
import { addStyles } from '../theme/sheet.ts'
import css from './screen-header.css?inline'

addStyles(css)

/** Renders a screen's heading with the controls for everything below it. */
export function ScreenHeader({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  return (
    <div className="kc-screen-header">
      {heading}
      <div className="kc-screen-actions">{children}</div>
    </div>
  )
}

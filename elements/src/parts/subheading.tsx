import type { ReactNode } from 'react'
import { addStyles } from '../theme/sheet.ts'
import css from './subheading.css?inline'

addStyles(css)

/** Says below a heading whose data follow. */
export function Subheading({ children }: { children: ReactNode }) {
  return <p className="kc-subheading">{children}</p>
}

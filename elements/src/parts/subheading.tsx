import type { ReactNode } from 'react'
import './subheading.css'

/** Renders a line below a heading about the owner of the data. */
export function Subheading({ children }: { children: ReactNode }) {
  return <p className="kc-subheading">{children}</p>
}

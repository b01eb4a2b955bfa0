import type { ReactNode } from 'react'
import './shell.css'

/** Renders the element's outermost box. */
export function ShellView({ children }: { children: ReactNode }) {
  return (
    <div className="kc-shell" part="shell">
      {children}
    </div>
  )
}

/** Renders the part that only a person who is logged in sees; `covered` while a form covers it. */
export function ContentView({ covered, children }: { covered: boolean; children: ReactNode }) {
  return (
    <div className="kc-content" inert={covered}>
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'
import './fieldset.css'

/** Renders fields of a form that belong together, below their common legend. */
export function Fieldset({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="kc-fieldset" part="fieldset">
      <legend part="legend">{legend}</legend>
      <div className="kc-fields">{children}</div>
    </fieldset>
  )
}

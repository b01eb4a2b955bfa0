import { type ReactNode, useId } from 'react'

interface SectionProps {
  heading: string
  count: number | undefined
  children: ReactNode
}

/** Renders a part of the dossier below its heading. */
export function Section({ heading, count, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {heading}
        {count !== undefined && <span className="kc-count"> · {count}</span>}
      </h2>
      {children}
    </section>
  )
}

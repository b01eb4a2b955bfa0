import { Hyphenated } from './hyphenated.tsx'

/** Renders the heading of a screen whose long words need hyphens where the text is large. */
export function Heading({ children }: { children: string }) {
  return (
    <h1 part="heading">
      <Hyphenated>{children}</Hyphenated>
    </h1>
  )
}

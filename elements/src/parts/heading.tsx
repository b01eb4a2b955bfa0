import { hyphenated } from '../texts/hyphenated.ts'
import { useText } from '../texts/texts.ts'

/** Renders the heading of a screen whose long words need hyphens where the text is large. */
export function Heading({ children }: { children: string }) {
  return <h1 part="heading">{hyphenated(children, useText())}</h1>
}

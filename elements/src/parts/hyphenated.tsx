import { Fragment } from 'react'
import { useText } from '../texts/texts.ts'
import './hyphenated.css'

/**
 * Renders a heading whose long words may break, with a hyphen. A browser without a dictionary, as Chromium is until it
 * has loaded one, would break them anywhere. The hyphens are no text, which somebody may compare or copy.
 */
export function Hyphenated({ children }: { children: string }) {
  const parts = useText()('heading.hyphens')
    .split(' ')
    .reduce((all, word) => all.replace(word.replaceAll('-', ''), word.replaceAll('-', '\u00AD')), children)
    .split('\u00AD')
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <span className="kc-hyphen" />}
      {part}
    </Fragment>
  ))
}

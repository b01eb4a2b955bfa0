import { useText } from '../texts/texts.ts'
import { hyphenate } from './hyphenate.tsx'

/** Renders a heading with hyphens where its words may break. */
export function Hyphenated({ children }: { children: string }) {
  return hyphenate(children, useText()('menu.hyphens'))
}

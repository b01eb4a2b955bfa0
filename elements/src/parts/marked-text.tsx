import { createContext, useContext } from 'react'
import { anyWordMatcher, splitAtMatches } from '../lib/name-search.ts'
import { addStyles } from '../theme/sheet.ts'
import css from './marked-text.css?inline'

addStyles(css)

/** What somebody is searching for in the list around; empty for nothing. */
export const SearchContext = createContext('')

/** Whether somebody is searching for one of these texts: then what hides them is opened. */
export function useIsFound(texts: readonly string[]): boolean {
  const query = useContext(SearchContext)
  return query !== '' && texts.some(anyWordMatcher(query))
}

/** A text of a list in which what is searched for is highlighted. */
export function MarkedText({ children }: { children: string }) {
  const pieces = splitAtMatches(children, useContext(SearchContext))
  return pieces.map((piece, index) =>
    index % 2 === 1 ? (
      <mark key={index} className="kc-mark">
        {piece}
      </mark>
    ) : (
      piece
    )
  )
}

import { createContext, useContext } from 'react'
import { anyWordMatcher, splitAtMatches } from '../../lib/name-search.ts'
import './marked-text.css'

/** Search text of the surrounding list; empty for none. */
export const SearchContext = createContext('')

/** Tells whether somebody searches for one of these texts: then the group that hides them opens. */
export function useIsFound(texts: readonly string[]): boolean {
  const query = useContext(SearchContext)
  return query !== '' && texts.some(anyWordMatcher(query))
}

/** Renders a text of a list with its matches of the search highlighted. */
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

import { createContext, useContext } from 'react'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useText } from '../../texts/texts.ts'
import './search-button.css'

interface SearchAccess {
  readonly open: () => void
  /** Loads the code of the search before somebody opens it. */
  readonly preload: () => void
  /** Whether its code is being loaded after somebody has opened it. */
  readonly isOpening: boolean
}

/** The way to the search; null where there is none. */
export const SearchAccessContext = createContext<SearchAccess | null>(null)

/** Renders the button of the search, or nothing where the page has left the search out. */
export function SearchButton({ isNamed = false }: { isNamed?: boolean }) {
  const text = useText()
  const search = useContext(SearchAccessContext)
  if (!search) return null
  const name = text('list.searchShort')
  return (
    // Another one: a button without its name begins elsewhere, as if it had been moved.
    <div key={String(isNamed)} className="kc-search-access">
      <Button
        kind={isNamed ? 'quiet' : 'plain'}
        aria-label={name}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        title={`${name}  /`}
        busy={search.isOpening}
        onClick={search.open}
        onPointerEnter={search.preload}
        onFocus={search.preload}
      >
        <Icon name="search" />
        {isNamed && (
          <>
            {name}
            <kbd aria-hidden="true">/</kbd>
          </>
        )}
      </Button>
    </div>
  )
}

import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore
} from 'react'
import { useAppContext } from '../context/app-context.ts'
import { useText } from '../texts/texts.ts'
import { loadWithQueries } from './screen-outlet.tsx'
import { SearchAccessContext } from './search/search-button.tsx'
import type { SearchProps } from './search/search.tsx'

let loading: Promise<ComponentType<SearchProps>> | null = null

/** Loads the code of the search; after a failure the next call tries again. */
function loadSearch(): Promise<ComponentType<SearchProps>> {
  loading ??= loadWithQueries(() => import('./search/search.tsx')).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

// Without a network no module is requested: a browser may remember the failure.
const preload = () => void (navigator.onLine && loadSearch().catch(() => undefined))

const never = () => () => undefined

interface SearchProviderProps {
  /** The box of the screens. */
  main: RefObject<HTMLElement | null>
  /** Whether a form covers the screens, such as the login of an expired session. */
  covered: boolean
  children: ReactNode
}

/** Lets the buttons below it and the keys `/` and Ctrl K open the search, unless the page has left it out. */
export function SearchProvider({ main, covered, children }: SearchProviderProps) {
  const text = useText()
  const { hideSearch, session, tell } = useAppContext()
  // The first view has no search button, and React's first rendering has to equal it.
  const isMounted = useSyncExternalStore(
    never,
    () => true,
    () => false
  )
  const [isAsked, setAsked] = useState(false)
  const [Search, setSearch] = useState<ComponentType<SearchProps> | null>(null)
  const isOffered = isMounted && !hideSearch && session.profile?.right !== 'none'
  // A search that a form has covered, or that the page has left out, does not come back by itself.
  if (isAsked && (covered || !isOffered)) setAsked(false)
  const open = useCallback(() => {
    setAsked(true)
    loadSearch().then(
      (Loaded) => setSearch(() => Loaded),
      () => {
        setAsked(false)
        tell({ message: text('search.failed') })
      }
    )
  }, [tell, text])
  const close = useCallback(() => setAsked(false), [])

  useEffect(() => {
    const box = main.current
    const view = box?.ownerDocument.defaultView
    if (!isOffered || covered || !box || !view) return undefined
    // At the window, the handlers of the page have been called before.
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSearchKey(event) || !isOutsideFields(event, box.getRootNode())) return
      event.preventDefault()
      open()
    }
    view.addEventListener('keydown', onKeyDown)
    return () => view.removeEventListener('keydown', onKeyDown)
  }, [isOffered, covered, main, open])

  const isOpening = isAsked && !Search
  const access = useMemo(() => (isOffered ? { open, preload, isOpening } : null), [isOffered, open, isOpening])
  return (
    <SearchAccessContext value={access}>
      {children}
      {isAsked && Search && <Search main={main} onClose={close} />}
    </SearchAccessContext>
  )
}

/** Tells whether a key opens the search. `/` needs Shift on a German keyboard. */
function isSearchKey({ key, ctrlKey, metaKey, altKey, shiftKey, repeat, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || repeat || altKey) return false
  return ctrlKey || metaKey ? key.toLowerCase() === 'k' && !shiftKey : key === '/'
}

/** Tells whether the focus is in the element with this root, neither in a field nor in a dialog. */
function isOutsideFields(event: KeyboardEvent, root: Node): boolean {
  const path = event.composedPath()
  const [target] = path
  return (
    path.includes(root) &&
    target instanceof Element &&
    !target.closest('input, textarea, select, dialog, [contenteditable]')
  )
}

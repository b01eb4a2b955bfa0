import { createContext, useContext, useEffect, useRef } from 'react'
import { focusHeading } from '../parts/focus-heading.ts'

/** Returns false for the first screen of an element: that must not take the focus from the host's page. */
export const FocusOnNavigateContext = createContext<() => boolean>(() => true)

/** Rendered beside a heading that is new on the screen; moves the focus there. */
export function FocusOnNavigate() {
  const marker = useRef<HTMLSpanElement>(null)
  const takesFocus = useContext(FocusOnNavigateContext)
  useEffect(() => {
    const container = marker.current?.parentElement
    if (takesFocus() && container) focusHeading(container)
  }, [takesFocus])
  return <span hidden ref={marker} />
}

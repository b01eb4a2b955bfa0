import { useEffect, useRef, useState, useSyncExternalStore, createContext, useContext } from 'react'
import { isCovered } from '../../client/ask-host.ts'
import { useAppContext } from '../../context/app-context.ts'
import { focusHeading } from '../../parts/focus-heading.ts'
import { isReturn } from './use-place.ts'

/**
 * Called when a screen can be used. Returns whether it takes the focus: the first one of an element must not take it
 * from the host's page.
 */
export const ScreenShownContext = createContext<() => boolean>(() => true)

interface FocusOnNavigateProps {
  /** Focuses something in the screen; the heading if missing. */
  focus?: ((container: HTMLElement, scrolls: boolean) => void) | undefined
  /** Whether the focus moves on the first screen, too: somebody followed a link to this very form. */
  always?: boolean
}

/** Rendered beside a heading that is new on the screen; moves the focus there. */
export function FocusOnNavigate({ focus = focusHeading, always = false }: FocusOnNavigateProps) {
  const marker = useRef<HTMLSpanElement>(null)
  const screenShown = useContext(ScreenShownContext)
  const { router } = useAppContext()
  useEffect(() => {
    const container = marker.current?.parentElement
    const mayFocus = screenShown() || always
    if (mayFocus && container) focus(container, !isReturn(router))
  }, [screenShown, focus, always, router])
  return <span hidden ref={marker} />
}

/** Rendered with the first view of an element without screens. */
export function ScreenShown() {
  const screenShown = useContext(ScreenShownContext)
  useEffect(() => void screenShown(), [screenShown])
  return null
}

/**
 * Rendered in a part that a form covers, as long as it does. When that is over, the focus returns to where it was, or
 * to the heading if that is gone; unless somebody has moved it out of the element meanwhile.
 */
export function ReturnFocus() {
  const marker = useRef<HTMLSpanElement>(null)
  // The focus is read before the commit that makes the part inert.
  const [before] = useState(focusedElement)
  useEffect(() => {
    const container = marker.current?.parentElement
    return () => {
      if (!container?.isConnected || document.activeElement !== document.body) return
      before?.focus()
      if (document.activeElement === document.body) focusHeading(container)
    }
  }, [before])
  return <span hidden ref={marker} />
}

function focusedElement(): HTMLElement | null {
  const element = document.activeElement?.shadowRoot?.activeElement
  return element instanceof HTMLElement ? element : null
}

/**
 * Hides its surroundings while the page's other function is asked for the person of the session; typing there goes on
 * afterwards.
 */
export function HideWhileAsked() {
  const { session } = useAppContext()
  const isHidden = () => isCovered(session)
  if (!useSyncExternalStore(session.subscribe, isHidden, isHidden)) return null
  return (
    <>
      <span hidden className="kc-asking" />
      <ReturnFocus />
    </>
  )
}

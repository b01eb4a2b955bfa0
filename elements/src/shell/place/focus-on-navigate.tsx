import { useEffect, useRef, useState, useSyncExternalStore, createContext, useContext } from 'react'
import { isCovered } from '../../client/ask-host.ts'
import { useAppContext } from '../../context/app-context.ts'
import { focusHeading } from '../../parts/focus-heading.ts'
import { isReturn } from './use-place.ts'

/**
 * Called when a screen can be used. Returns whether the screen takes the focus: the first screen of an element must not
 * take it from the host's page.
 */
export const ScreenShownContext = createContext<() => boolean>(() => true)

interface FocusOnNavigateProps {
  /** Focuses something in the screen; the heading if missing. */
  focus?: ((container: HTMLElement, scrolls: boolean) => void) | undefined
  /** Whether the focus also moves on the first screen: somebody has followed a link to this form. */
  always?: boolean
}

/** Moves the focus to a new heading. It is rendered beside the heading. */
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

/** Reports the first view of an element without screens. It is rendered with that view. */
export function ScreenShown() {
  const screenShown = useContext(ScreenShownContext)
  useEffect(() => void screenShown(), [screenShown])
  return null
}

/**
 * Returns the focus when a form no longer covers a part of the element: to where it was, or to the heading if that
 * control is gone, unless somebody has moved the focus out of the element meanwhile. It is rendered in the covered part
 * while the form covers it.
 */
export function RestoreFocus() {
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
 * Hides the part around it while the page's new function is asked for the person of the session; typing there goes on
 * afterwards.
 */
export function HideWhileIdentifying() {
  const { session } = useAppContext()
  const isHidden = () => isCovered(session)
  if (!useSyncExternalStore(session.subscribe, isHidden, isHidden)) return null
  return (
    <>
      <span hidden className="kc-asking" />
      <RestoreFocus />
    </>
  )
}

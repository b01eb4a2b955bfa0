import { createContext, useContext, useEffect, useRef } from 'react'
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

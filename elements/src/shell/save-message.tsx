import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useAppContext } from '../context/app-context.ts'
import { useSaveStatus } from '../context/use-save-status.ts'
import { timers } from '../lib/timers.ts'
import { Button } from '../parts/button.tsx'
import { EmailText } from '../parts/email-text.tsx'
import { useText } from '../texts/texts.ts'
import { addStyles } from '../theme/sheet.ts'
import css from './save-message.css?inline'
import { useIsHydrated } from './use-is-hydrated.ts'

addStyles(css)

/** Long enough to read a sentence; the time begins again when the pointer or the focus leaves the message (WCAG 2.2.1). */
const shownMs = 6000

const sides = ['end', 'start', 'below'] as const

/**
 * Says over the screen that something was saved, and moves nothing there. It stays while one screen follows another, and gives way
 * to what has the focus.
 */
export function SaveMessage() {
  const text = useText()
  const { saveStatus } = useAppContext()
  const status = useSaveStatus()
  const layer = useRef<HTMLDivElement>(null)
  const before = useRef<EventTarget | null>(null)
  const [held, setHeld] = useState(false)
  // A region that screen readers announce has to be there before its message, but is not prerendered.
  const isHydrated = useIsHydrated()

  useEffect(
    () => (status && !held ? timers.after(shownMs, () => saveStatus.set(null)) : undefined),
    [status, held, saveStatus]
  )
  useLayoutEffect(() => {
    if (!status || !layer.current) return undefined
    const element = layer.current
    const root = element.getRootNode() as ShadowRoot
    const place = () => avoidFocus(element, root.activeElement)
    place()
    root.addEventListener('focusin', place)
    return () => root.removeEventListener('focusin', place)
  }, [status])

  function close() {
    setHeld(false)
    saveStatus.set(null)
    if (before.current instanceof HTMLElement) before.current.focus()
  }

  if (!isHydrated) return null
  return (
    <div ref={layer} className="kc-save-layer">
      <div
        className={status ? 'kc-save-message' : undefined}
        part="save-message"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={({ relatedTarget }) => {
          before.current = relatedTarget
          setHeld(true)
        }}
        onBlur={() => setHeld(false)}
      >
        <output>{status && <EmailText>{status.message}</EmailText>}</output>
        {status && (
          <Button kind="plain" onClick={close}>
            {text('save.close')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** At the end of what is seen of the element, at its start if that would cover the focus, and below an element too low for both. */
function avoidFocus(layer: HTMLElement, focused: Element | null): void {
  const [message] = layer.children
  if (!message || !focused || layer.contains(focused)) return
  for (const side of sides) {
    layer.dataset['side'] = side
    const box = message.getBoundingClientRect()
    const { top, bottom, left, right } = focused.getBoundingClientRect()
    if (bottom <= box.top || top >= box.bottom || right <= box.left || left >= box.right) return
  }
}

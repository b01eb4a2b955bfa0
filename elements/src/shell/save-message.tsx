import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { RoutePath } from '@customer-center/contract/routes'
import { useAppContext, useSaveStatus } from '../context/app-context.ts'
import { timers } from '../lib/timers.ts'
import { Button } from '../parts/button.tsx'
import { EmailText } from '../parts/email-text.tsx'
import { Icon } from '../parts/icon.tsx'
import { useText } from '../texts/texts.ts'
import { useFreeSide } from './menu/use-free-side.ts'
import './save-message.css'

/**
 * Time long enough to read a sentence; it begins again when the pointer or the focus leaves the message (WCAG 2.2.1).
 */
const shownMs = 6000
/** Milliseconds for a message with a button that takes the save back. */
const undoMs = 10_000

/**
 * Shows over the screen that something was saved, and moves nothing there. The message stays while one screen follows
 * another, and gives way to the element with the focus.
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
    () => (status && !held ? timers.after(status.undo ? undoMs : shownMs, () => saveStatus.set(null)) : undefined),
    [status, held, saveStatus]
  )
  useFreeSide(layer, status)

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
        {status?.route && <FormLink route={status.route} />}
        {status?.undo && (
          <Button
            kind="plain"
            onClick={() => {
              close()
              void status.undo?.()
            }}
          >
            {text('save.undo')}
          </Button>
        )}
        {status && (
          <Button kind="plain" aria-label={text('save.close')} onClick={close}>
            <Icon name="close" />
          </Button>
        )}
      </div>
    </div>
  )
}

/** Leads back to the form that was saved. */
function FormLink({ route }: { route: RoutePath }) {
  const text = useText()
  const { router, base } = useAppContext()
  const { href, path } = router.linkTo(base + route)
  return (
    <a className="kc-button kc-plain" part="button button-plain" href={href} data-path={path}>
      {text('save.show')}
    </a>
  )
}

const nothingToFollow = () => () => undefined

/** Tells whether React has taken over: false while it has to draw the same as was painted before it. */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    nothingToFollow,
    () => true,
    () => false
  )
}

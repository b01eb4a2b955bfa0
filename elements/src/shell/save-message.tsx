import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { RoutePath } from '@customer-center/contract/routes'
import { type SaveStatus, useAppContext, useSaveStatus } from '../context/app-context.ts'
import { timers } from '../lib/timers.ts'
import { Button } from '../parts/button.tsx'
import { EmailText } from '../parts/email-text.tsx'
import { focusHeading } from '../parts/focus-heading.ts'
import { Icon } from '../parts/icon.tsx'
import { useText } from '../texts/texts.ts'
import { useFreeSide } from './menu/use-free-side.ts'
import './save-message.css'

/** Time to read a sentence, in ms; it begins again when the pointer or the focus leaves the message (WCAG 2.2.1). */
const shownMs = 6000
/** Time for a message with a button that takes the save back, in ms. */
const undoMs = 10_000

/**
 * Shows over the screen that something was saved, and moves nothing there. The message stays on the screen to which the
 * save leads. It moves away from the element with the focus, and disappears when the person goes on; with a button that
 * takes the save back it stays.
 */
export function SaveMessage() {
  const { saveStatus } = useAppContext()
  const status = useSaveStatus()
  const layer = useRef<HTMLDivElement>(null)
  const before = useRef<HTMLElement | null>(null)
  const hasFocus = useRef(false)
  const [held, setHeld] = useState(false)
  // A region that screen readers announce has to be there before its message, but is not prerendered.
  const isHydrated = useIsHydrated()

  useEffect(
    () => (status && !held ? timers.after(status.undo ? undoMs : shownMs, () => saveStatus.set(null)) : undefined),
    [status, held, saveStatus]
  )
  useFreeSide(layer, status)
  useEndWithScreen()

  // A button that disappears while it has the focus, or is under the pointer, sends no event.
  useEffect(() => {
    const box = status && layer.current?.querySelector('.kc-save-message')
    if (box && hasFocus.current && !box.matches(':focus-within')) box.querySelector('button')?.focus()
    hasFocus.current = box?.matches(':focus-within') === true
    if (held && !box?.matches(':is(:hover, :focus-within)')) setHeld(false)
  }, [status, held])

  function close() {
    saveStatus.set(null)
    const main = layer.current?.parentElement?.querySelector<HTMLElement>('.kc-main')
    if (before.current?.isConnected) before.current.focus()
    else if (main && layer.current?.matches(':focus-within')) focusHeading(main)
  }

  if (!isHydrated) return null
  return (
    <div ref={layer} className="kc-save-layer">
      <div
        className={status ? 'kc-save-message' : undefined}
        part="save-message"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={({ currentTarget, relatedTarget }) => {
          const from = relatedTarget instanceof HTMLElement ? relatedTarget : null
          // The focus comes anew only from outside of the message, not from one of its buttons to the next.
          if (!currentTarget.contains(from)) before.current = from
          hasFocus.current = true
          setHeld(true)
        }}
        onBlur={() => {
          hasFocus.current = false
          setHeld(false)
        }}
      >
        <output>{status && <EmailText>{status.message}</EmailText>}</output>
        {status && <MessageButtons status={status} close={close} />}
      </div>
    </div>
  )
}

interface MessageButtonsProps {
  status: SaveStatus
  close: () => void
}

function MessageButtons({ status, close }: MessageButtonsProps) {
  const text = useText()
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (status.focusesUndo) undo.current?.focus()
  }, [status])
  return (
    <>
      {status.open && (
        <Button kind="plain" onClick={status.open}>
          {text('document.open')}
        </Button>
      )}
      {status.route && <FormLink route={status.route} />}
      {status.undo && (
        <Button
          ref={undo}
          kind="plain"
          onClick={() => {
            close()
            void status.undo?.()
          }}
        >
          {text('save.undo')}
        </Button>
      )}
      <Button kind="plain" aria-label={text('save.close')} onClick={close}>
        <Icon name="close" />
      </Button>
    </>
  )
}

/** Removes a message together with its screen, so that it never covers a screen that it is not about. */
function useEndWithScreen() {
  const { router, saveStatus } = useAppContext()
  useEffect(() => {
    const screenOf = () => router.path() + (router.detail() ?? '')
    let before = screenOf()
    return router.subscribe(() => {
      const [left, screen] = [before, screenOf()]
      before = screen
      const status = saveStatus.get()
      if (screen !== left && status && !status.undo && screen !== status.path) saveStatus.set(null)
    })
  }, [router, saveStatus])
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

/** Tells whether React has taken over: false while it has to repeat the earlier paint. */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    nothingToFollow,
    () => true,
    () => false
  )
}

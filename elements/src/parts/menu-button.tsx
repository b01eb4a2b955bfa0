import { createContext, type MouseEvent, type ReactNode, use, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { Icon } from './icon.tsx'
import './menu-button.css'

const CloseContext = createContext<() => void>(() => undefined)

interface MenuButtonProps extends Pick<ButtonProps, 'tabIndex'> {
  label: string
  /** One or more {@link MenuItem}; rendered while the menu is open. */
  children: ReactNode
}

/** Renders the button '…' with a menu of further actions, in the top layer, until one is chosen or the person goes elsewhere. */
export function MenuButton({ label, tabIndex, children }: MenuButtonProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const [opener, list] = [button.current, menu.current]
    if (!open || !opener || !list) return undefined
    if ('popover' in list) {
      list.popover = 'manual'
      list.showPopover()
    }
    place(list, opener)
    list.querySelector('button')?.focus({ preventScroll: true })
    const ended = new AbortController()
    const { signal } = ended
    const close = () => setOpen(false)
    const isInside = (target: EventTarget | null | undefined) =>
      target instanceof Node && (list.contains(target) || opener.contains(target))
    // Native listeners: those of a table around it would take the arrow keys first.
    list.addEventListener('keydown', (event) => onKey(event, list, opener, close), { signal })
    list.addEventListener('focusout', ({ relatedTarget }) => isInside(relatedTarget) || close(), { signal })
    document.addEventListener('pointerdown', (event) => isInside(event.composedPath()[0]) || close(), { signal })
    for (const type of ['scroll', 'resize']) addEventListener(type, close, { capture: true, signal })
    return () => ended.abort()
  }, [open])

  const choose = () => {
    button.current?.focus()
    setOpen(false)
  }
  return (
    <>
      <Button
        ref={button}
        kind="plain"
        tabIndex={tabIndex}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name="more" />
      </Button>
      {open && (
        <div ref={menu} id={id} role="menu" aria-label={label} className="kc-menu-list" tabIndex={-1}>
          <CloseContext value={choose}>{children}</CloseContext>
        </div>
      )}
    </>
  )
}

interface MenuItemProps {
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
  children: ReactNode
}

/** Renders an action of a {@link MenuButton}, which closes the menu. */
export function MenuItem({ onClick, children }: MenuItemProps) {
  const close = use(CloseContext)
  return (
    <Button
      role="menuitem"
      tabIndex={-1}
      onClick={(event) => {
        close()
        onClick(event)
      }}
    >
      {children}
    </Button>
  )
}

function onKey(event: KeyboardEvent, list: HTMLElement, opener: HTMLElement, close: () => void): void {
  const items = [...list.querySelectorAll('button')]
  const focused = items.findIndex((item) => item.matches(':focus'))
  const next = { ArrowDown: focused + 1, ArrowUp: focused - 1, Home: 0, End: -1 }[event.key]
  if (next !== undefined) items.at(next % items.length)?.focus()
  else if (event.key === 'Escape' || event.key === 'Tab') {
    opener.focus()
    close()
  } else return
  event.stopPropagation()
  if (event.key !== 'Tab') event.preventDefault()
}

/** Places the menu below its button, or above it at the window's end, within the window. */
function place(list: HTMLElement, opener: HTMLElement): void {
  const { right, top, bottom } = opener.getBoundingClientRect()
  const isLow = bottom + list.offsetHeight + 8 > innerHeight
  list.style.left = `${Math.max(8, right - list.offsetWidth)}px`
  list.style.top = `${isLow ? top - list.offsetHeight - 4 : bottom + 4}px`
}

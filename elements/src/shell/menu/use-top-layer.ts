import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Shows the open part of the menu in the top layer, with the focus in it, until somebody chooses something, presses Escape or goes
 * elsewhere. Returns the function that closes it and gives the focus back.
 */
export function useTopLayer<Part>(
  menuRef: RefObject<HTMLElement | null>,
  opened: Part | null,
  setOpened: (part: null) => void
): () => void {
  const opener = useRef<HTMLElement>(null)
  const close = useCallback(() => {
    const part = menuRef.current?.querySelector('.kc-open')
    if (part?.matches(':focus-within')) opener.current?.focus()
    setOpened(null)
  }, [menuRef, setOpened])

  useLayoutEffect(() => {
    const part = menuRef.current?.querySelector<HTMLElement>('.kc-open')
    if (opened === null || !part) return undefined
    opener.current = menuRef.current?.querySelector<HTMLElement>('[aria-expanded=true]') ?? null
    if ('popover' in part) {
      part.popover = 'manual'
      part.showPopover()
    }
    const body = part.closest('.kc-menu-body')
    if (body && body !== part && opener.current) placeBelow(opener.current, part, body)
    const first = part.querySelector<HTMLElement>('[aria-current]') ?? part.querySelector<HTMLElement>('a, button')
    first?.focus({ preventScroll: true })
    return () => part.removeAttribute('popover')
  }, [menuRef, opened])

  useEffect(() => {
    const element = menuRef.current
    if (opened === null || !element) return undefined
    const ended = new AbortController()
    const { signal } = ended
    const part = element.querySelector('.kc-open')
    const isOutside = (target: EventTarget | null | undefined) =>
      !(target instanceof Node) || ![part, opener.current].some((one) => one?.contains(target))
    element.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { signal })
    // A click on the sheet's own box hits the area beside the menu.
    element.addEventListener('click', ({ target }) => target === element.querySelector('.kc-menu-body') && close(), {
      signal
    })
    element.addEventListener(
      'focusout',
      ({ relatedTarget }) => relatedTarget && isOutside(relatedTarget) && setOpened(null),
      {
        signal
      }
    )
    document.addEventListener('pointerdown', (event) => isOutside(event.composedPath()[0]) && setOpened(null), {
      signal
    })
    return () => ended.abort()
  }, [menuRef, opened, close, setOpened])
  return close
}

/** Places a list below its button, within the width of the row. */
function placeBelow(button: HTMLElement, list: HTMLElement, row: Element): void {
  const { left, bottom } = button.getBoundingClientRect()
  const { right } = row.getBoundingClientRect()
  list.style.left = `${Math.max(0, Math.min(left, right - list.offsetWidth))}px`
  list.style.top = `${bottom + 4}px`
  list.style.maxBlockSize = `calc(100dvb - ${bottom + 12}px)`
}

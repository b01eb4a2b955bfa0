import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

type RowVirtualizer = Virtualizer<HTMLDivElement, HTMLTableRowElement>

interface CurrentRow {
  /** The row whose button is in the tab order. */
  readonly current: number
  readonly choose: (row: number) => void
}

export function useCurrentRow(count: number): CurrentRow {
  const [chosen, choose] = useState(0)
  return { current: Math.min(chosen, Math.max(count - 1, 0)), choose }
}

/**
 * Moves the focus through ten thousand rows by keyboard: the Tab key reaches the button of one row; the arrow, Home,
 * End and Page keys move between rows. Returns a function that focuses a row, whether it is drawn or not, and scrolls
 * it away from the window's edges. With `keepsPlace` the list does not move while the row's button is in sight.
 */
export function useRowNavigation(
  box: RefObject<HTMLElement | null>,
  count: number,
  { current, choose }: CurrentRow,
  virtualizer: RowVirtualizer
): (row: number, keepsPlace?: boolean) => void {
  // The ref is ahead of the rendered state: React gives events of a shadow tree a low priority, and the next key may
  // come first.
  const focused = useRef(current)
  useLayoutEffect(() => void (focused.current = current), [current])

  const buttonOf = (row: number) => box.current?.querySelector<HTMLElement>(`[data-index="${row}"] button`)

  const focusRow = (row: number, keepsPlace = false) => {
    focused.current = row
    // A row out of sight is rendered as soon as it is the current one. It gets the focus before the list scrolls: a browser that
    // takes the focus from a removed row does a layout of the rest, and then the list may be too short for the new position.
    const isDrawn = Boolean(buttonOf(row))
    if (isDrawn) choose(row)
    else flushSync(() => choose(row))
    const button = buttonOf(row)
    button?.focus({ preventScroll: true })
    const isSeen = button && isInSight(button)
    if (isSeen && keepsPlace) return
    // The heights on the way to a distant row are estimates; the virtualizer corrects the row's place when they are
    // measured.
    if (isDrawn) button?.closest('tr')?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    else if (!isSeen) virtualizer.scrollToIndex(row, { align: 'center' })
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {}
    const row = rowForKey(event.key, focused.current, count, Math.max(endIndex - startIndex - 1, 1))
    if (row === null) return
    event.preventDefault()
    focusRow(row)
  })
  const onFocus = useEffectEvent(({ target }: FocusEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null
    if (row) choose(Number(row.dataset['index']))
  })
  useEffect(() => {
    const element = box.current
    const key = (event: KeyboardEvent) => onKey(event)
    const focus = (event: FocusEvent) => onFocus(event)
    element?.addEventListener('keydown', key)
    element?.addEventListener('focusin', focus)
    return () => {
      element?.removeEventListener('keydown', key)
      element?.removeEventListener('focusin', focus)
    }
  }, [box])

  return focusRow
}

function isInSight(button: Element): boolean {
  const { top, bottom } = button.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

/** Returns the row to which a key leads; null for any other key. `page` is the number of visible rows. */
function rowForKey(key: string, current: number, count: number, page: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count
  }
  const step = steps[key]
  return step === undefined ? null : Math.min(Math.max(current + step, 0), count - 1)
}

import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { nextRow } from './next-row.ts'

export type RowVirtualizer = Virtualizer<HTMLDivElement, HTMLTableRowElement>

export interface CurrentRow {
  /** The row whose button is in the order of the Tab key. */
  readonly current: number
  readonly choose: (row: number) => void
}

export function useCurrentRow(count: number, first: number): CurrentRow {
  const [chosen, choose] = useState(first)
  return { current: Math.min(chosen, Math.max(count - 1, 0)), choose }
}

/**
 * The keyboard's way through ten thousand rows: the Tab key reaches one row's button; arrows, Home, End and Page keys lead to the
 * others. Returns what moves the focus to a row, drawn or not.
 */
export function useRowKeys(
  box: RefObject<HTMLElement | null>,
  count: number,
  { current, choose }: CurrentRow,
  virtualizer: RowVirtualizer
): (row: number) => void {
  // Ahead of what is drawn: React gives an event of a shadow tree no haste, and the next key may come first.
  const at = useRef(current)
  useLayoutEffect(() => void (at.current = current), [current])

  const buttonOf = (row: number) => box.current?.querySelector<HTMLElement>(`[data-index="${row}"] button`)

  const focusRow = (row: number) => {
    at.current = row
    // A row out of sight comes into being with the drawing that makes it the current one. It gets the focus before the list moves:
    // a browser that takes the focus from a removed row lays out what is left, and then the list may be too short for its new place.
    if (buttonOf(row)) choose(row)
    else flushSync(() => choose(row))
    buttonOf(row)?.focus({ preventScroll: true })
    virtualizer.scrollToIndex(row)
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {}
    const row = nextRow(event.key, at.current, count, Math.max(endIndex - startIndex - 1, 1))
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

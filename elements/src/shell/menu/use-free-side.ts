import { type RefObject, useLayoutEffect } from 'react'
import { timers } from '../../lib/timers.ts'

/** Places of a layer's content, the best first: beside the screen, and at its end, its start, and below the element. */
const sides = ['beside', 'end', 'start', 'below'] as const

const obstacles = ':is(a, button, input, select, textarea, summary):not(.kc-hidden), .kc-sticky-actions'

/** Distance to the controls that the content must not cover, in px. */
const gap = 8

/**
 * Keeps a layer over the element from covering the focus and what can be pressed: on a desk its content is at the lower
 * end of the menu's column, else at that of the visible part of the element, or higher where the end is taken. It stays
 * where it is as long as it covers nothing.
 * @param shown the layer's content; falsy for nothing
 */
export function useFreeSide(layer: RefObject<HTMLElement | null>, shown: unknown): void {
  useLayoutEffect(() => {
    const element = layer.current
    if (!shown || !element) return undefined
    const root = element.getRootNode() as ShadowRoot
    const place = () => avoidObstacles(element, root)
    place()
    let cancel = () => undefined as void
    // The content does not jump while somebody scrolls. A row may be scrolled into sight after it has got the focus.
    const placeSoon = () => {
      cancel()
      cancel = timers.after(100, place)
    }
    const scrolled = { capture: true, passive: true }
    root.addEventListener('focusin', place)
    addEventListener('scroll', placeSoon, scrolled)
    addEventListener('resize', place)
    return () => {
      cancel()
      root.removeEventListener('focusin', place)
      removeEventListener('scroll', placeSoon, scrolled)
      removeEventListener('resize', place)
    }
  }, [layer, shown])
}

function avoidObstacles(layer: HTMLElement, root: ShadowRoot): void {
  const { activeElement } = root
  if (!layer.firstElementChild || (activeElement && layer.contains(activeElement))) return
  const focus = activeElement ? [activeElement.getBoundingClientRect()] : []
  const found = Array.from(root.querySelectorAll(obstacles))
    .filter((one) => !layer.contains(one))
    .map((one) => one.getBoundingClientRect())
    .filter(({ top, bottom, width }) => width > 0 && bottom > 0 && top < innerHeight)
  // If the window is full of them, at least the focus is in sight.
  if (!findPlace(layer, [...found, ...focus])) findPlace(layer, focus)
}

/** Moves the layer's content to the first place where it covers none of the boxes; returns false if there is none. */
function findPlace(layer: HTMLElement, boxes: readonly DOMRect[]): boolean {
  const content = layer.firstElementChild as HTMLElement
  const isFree = (up: number) => {
    const { top, bottom, left, right } = content.getBoundingClientRect()
    return (
      top - up >= 0 &&
      boxes.every((box) => box.bottom <= top - up || box.top >= bottom - up || box.right <= left || box.left >= right)
    )
  }
  if (layer.dataset['side'] && isFree(0)) return true
  for (const side of sides) {
    layer.dataset['side'] = side
    content.style.translate = ''
    const { bottom } = content.getBoundingClientRect()
    const ups = side === 'beside' || side === 'end' ? boxes.map(({ top }) => Math.ceil(bottom - top + gap)) : []
    const up = [0, ...ups.filter((one) => one > 0)].toSorted((one, other) => one - other).find(isFree)
    if (up === undefined) continue
    content.style.translate = `0 ${-up}px`
    return true
  }
  return false
}

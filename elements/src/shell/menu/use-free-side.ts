import { type RefObject, useLayoutEffect } from 'react'

const sides = ['end', 'start', 'below'] as const

/**
 * Keeps a layer over the element from covering the focus: the content is at the end of the visible part of the element,
 * at its start if the end would cover the focus, and below an element that is too low for both.
 * @param shown the layer's content; falsy for nothing
 */
export function useFreeSide(layer: RefObject<HTMLElement | null>, shown: unknown): void {
  useLayoutEffect(() => {
    const element = layer.current
    if (!shown || !element) return undefined
    const root = element.getRootNode() as ShadowRoot
    const place = () => avoidFocus(element, root.activeElement)
    place()
    // A row may be scrolled into sight after it has got the focus.
    const scrolled = { capture: true, passive: true }
    root.addEventListener('focusin', place)
    addEventListener('scroll', place, scrolled)
    addEventListener('resize', place)
    return () => {
      root.removeEventListener('focusin', place)
      removeEventListener('scroll', place, scrolled)
      removeEventListener('resize', place)
    }
  }, [layer, shown])
}

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

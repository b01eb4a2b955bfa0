export type ScrollTarget = Element | Window

export const isWindow = (scroller: unknown): scroller is Window => scroller === window

/**
 * Returns the scroller of an element: the nearest box around it that scrolls, over the borders of shadow trees, or the
 * window.
 */
export function scrollerOf(inside: Element): ScrollTarget {
  for (let element = parentOf(inside); element; element = parentOf(element)) {
    if (element === document.documentElement) break
    if (element === document.body && getComputedStyle(document.documentElement).overflowY === 'visible') break
    // `overflow-x` alone makes the other axis `auto`, even in a box that grows with its content.
    if (/auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight)
      return element
  }
  return window
}

function parentOf(element: Element): Element | null {
  const root = element.getRootNode()
  return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
}

export function offsetOf(scroller: ScrollTarget): number {
  return isWindow(scroller) ? scroller.scrollY : scroller.scrollTop
}

/** Returns the distance of the element from the top of the scrolled content. */
export function marginIn(scroller: ScrollTarget, element: Element): number {
  const { top } = element.getBoundingClientRect()
  if (isWindow(scroller)) return top + scroller.scrollY
  return top - scroller.getBoundingClientRect().top - scroller.clientTop + scroller.scrollTop
}

import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  observeWindowOffset,
  observeWindowRect,
  type VirtualizerOptions,
  windowScroll
} from '@tanstack/react-virtual'
import { Store } from '../../../lib/store.ts'

/** The scroller of a list: its own box or, on a phone, the box that scrolls the page around it. */
type ScrollTarget = Element | Window

/** The scroller's part of the virtualizer's options, for a window and for an element alike. The library's types know one of them. */
type ScrollOptions = Pick<
  VirtualizerOptions<HTMLDivElement, HTMLTableRowElement>,
  'observeElementRect' | 'observeElementOffset' | 'scrollToFn'
>

const ofElement: ScrollOptions = { observeElementRect, observeElementOffset, scrollToFn: elementScroll }
const ofWindow = {
  observeElementRect: observeWindowRect,
  observeElementOffset: observeWindowOffset,
  scrollToFn: windowScroll
} as unknown as ScrollOptions

const isWindow = (scroller: unknown): scroller is Window => scroller === window
const optionsFor = (scroller: unknown): ScrollOptions => (isWindow(scroller) ? ofWindow : ofElement)

/** A list's scroller and the list's present place in the scrolled content. */
export interface ListScroller {
  readonly options: ScrollOptions
  /** Returns the element for the virtualizer, whose types know elements only; null before the list is attached. */
  readonly getElement: () => HTMLDivElement | null
  /** Returns the distance of the list from the top of the scroller's contents; 0 where the list scrolls in its box. */
  readonly getMargin: () => number
  /** Calls the listener when the margin has changed. */
  readonly subscribe: (listener: () => void) => () => void
  /** Takes the box whose list is scrolled; the returned function lets go of it. */
  readonly attach: (box: HTMLElement) => () => void
}

/**
 * Finds the scroller of a list: its box or, where its style does not let it scroll, the page.
 *
 * @param restored the former place of the list; with an `offset` of null it takes over the page's place
 */
export function createListScroller(restored: {
  readonly offset: number | null
  readonly margin: number
}): ListScroller {
  let box: HTMLElement | null = null
  let scroller: ScrollTarget | null = null
  const margin = new Store(restored.margin)
  let isRestoring = restored.offset !== null

  const find = () => box && (scroller ??= scrollerOf(box))
  // Content above the list may have changed its height.
  const measure = () => {
    const [found, body] = [find(), box?.querySelector('tbody')]
    const next = !found || !body || found === box ? 0 : marginIn(found, body)
    if (Math.abs(next - margin.get()) >= 1) margin.set(next)
  }
  return {
    options: {
      observeElementRect: (virtualizer, report) =>
        optionsFor(virtualizer.scrollElement).observeElementRect(virtualizer, report),
      observeElementOffset(virtualizer, report) {
        const { scrollElement } = virtualizer
        if (scrollElement && !isRestoring) report(offsetOf(scrollElement), false)
        isRestoring = false
        return optionsFor(scrollElement).observeElementOffset(virtualizer, (offset, isScrolling) => {
          // The layout is still that of the frame before.
          measure()
          report(offset, isScrolling)
        })
      },
      scrollToFn: (offset, options, virtualizer) =>
        optionsFor(virtualizer.scrollElement).scrollToFn(offset, options, virtualizer)
    },
    getElement: () => find() as HTMLDivElement | null,
    getMargin: margin.get,
    subscribe: margin.subscribe,
    attach(element) {
      box = element
      // The layout changes with the width.
      const observer = new ResizeObserver(() => {
        scroller = null
        measure()
      })
      observer.observe(element)
      measure()
      return () => observer.disconnect()
    }
  }
}

/**
 * Returns the box itself if it scrolls by its style, otherwise its scroller: an element of the host's page, or the
 * window.
 */
function scrollerOf(box: Element): ScrollTarget {
  for (let element: Element | null = box; element; element = parentOf(element)) {
    if (element === document.documentElement) break
    if (element === document.body && getComputedStyle(document.documentElement).overflowY === 'visible') break
    const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowY)
    // `overflow-x` alone makes the other axis `auto`, of a box that grows with its content.
    if (scrolls && (element === box || element.scrollHeight > element.clientHeight)) return element
  }
  return window
}

function parentOf(element: Element): Element | null {
  const root = element.getRootNode()
  return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
}

function offsetOf(scroller: ScrollTarget): number {
  return isWindow(scroller) ? scroller.scrollY : scroller.scrollTop
}

/** Returns the distance of the element from the top of the scrolled content. */
function marginIn(scroller: ScrollTarget, element: Element): number {
  const { top } = element.getBoundingClientRect()
  if (isWindow(scroller)) return top + scroller.scrollY
  return top - scroller.getBoundingClientRect().top - scroller.clientTop + scroller.scrollTop
}

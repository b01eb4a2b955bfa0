import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  observeWindowOffset,
  observeWindowRect,
  type VirtualizerOptions,
  windowScroll
} from '@tanstack/react-virtual'
import { isWindow, marginIn, offsetOf, type ScrollTarget, scrollerOf } from '../../../lib/scroller.ts'
import { Store } from '../../../lib/store.ts'

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

const optionsFor = (scroller: unknown): ScrollOptions => (isWindow(scroller) ? ofWindow : ofElement)

/** A list's scroller and the list's present place in the scrolled content. */
export interface ListScroller {
  readonly options: ScrollOptions
  /** Returns the element for the virtualizer, whose types know elements only; null before the list is attached. */
  readonly getElement: () => HTMLDivElement | null
  /** Returns the distance of the list from the top of the scroller's contents. */
  readonly getMargin: () => number
  /** Calls the listener when the margin has changed. */
  readonly subscribe: (listener: () => void) => () => void
  /** Takes the box whose list is scrolled; the returned function lets go of it. */
  readonly attach: (box: HTMLElement) => () => void
}

/**
 * Creates the scroller of a list, which the page scrolls.
 *
 * @param margin the former distance of the list from the top of the scroller's contents
 */
export function createListScroller(lastMargin: number): ListScroller {
  let box: HTMLElement | null = null
  let scroller: ScrollTarget | null = null
  const margin = new Store(lastMargin)

  const find = () => box && (scroller ??= scrollerOf(box))
  // Content above the list may have changed its height.
  const measure = () => {
    const [found, body] = [find(), box?.querySelector('tbody')]
    const next = !found || !body ? 0 : marginIn(found, body)
    if (Math.abs(next - margin.get()) >= 1) margin.set(next)
  }
  return {
    options: {
      observeElementRect: (virtualizer, report) =>
        optionsFor(virtualizer.scrollElement).observeElementRect(virtualizer, report),
      observeElementOffset(virtualizer, report) {
        const { scrollElement } = virtualizer
        if (scrollElement) report(offsetOf(scrollElement), false)
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

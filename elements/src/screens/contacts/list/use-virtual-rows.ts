import {
  elementScroll,
  measureElement,
  observeElementOffset,
  observeElementRect,
  observeWindowOffset,
  observeWindowRect,
  type VirtualizerOptions,
  windowScroll,
  defaultRangeExtractor,
  useVirtualizer,
  type Virtualizer
} from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { isWindow, marginIn, offsetOf, type ScrollTarget, scrollerOf } from '../../../lib/scroller.ts'
import { Store } from '../../../lib/store.ts'
import type { ContactListStore } from './list-state.ts'

type Box = RefObject<HTMLDivElement | null>

/** Reads from the sheet how high a row is, and whether the list is shown page by page, as on a phone. */
export function useRowHeight(box: Box, listState: ContactListStore): { rowHeight: number; isPaged: boolean } {
  const [rowHeight, setRowHeight] = useState(() => listState.get().rowHeight)
  const [isPaged, setPaged] = useState(false)
  // The effect runs before the first paint, and when a phone is turned.
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const update = () => {
      // An element that has just left the page has no style.
      if (!element.isConnected) return
      const style = getComputedStyle(element)
      const valueOf = (name: string) => style.getPropertyValue(name)
      setRowHeight(Number.parseFloat(valueOf('--_one-row')) * Number.parseFloat(valueOf('--_density')))
      setPaged(valueOf('--_paged') !== '')
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return { rowHeight, isPaged }
}

interface VirtualRows {
  readonly virtualizer: Virtualizer<HTMLDivElement, HTMLTableRowElement>
  /** The distance of the rows from the top of the scrolled content. */
  readonly margin: number
}

/** Finds the rows to draw, with the current one among them, and keeps place and measures for when the list is shown again. */
export function useVirtualRows(
  box: Box,
  count: number,
  current: number,
  rowHeight: number,
  overscan: number,
  listState: ContactListStore
): VirtualRows {
  const [restored] = useState(listState.get)
  const [scroller] = useState(() => createListScroller(restored.margin))
  const margin = useSyncExternalStore(scroller.subscribe, scroller.getMargin)
  // The layout effect runs before the virtualizer's effect, which asks for the scroller.
  useLayoutEffect(() => (box.current ? scroller.attach(box.current) : undefined), [box, scroller])
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count,
    ...scroller.options,
    getScrollElement: scroller.getElement,
    scrollMargin: margin,
    estimateSize: () => rowHeight,
    // Rows of a hidden host have no height, and all of them would fit into the window.
    measureElement: (...row) => measureElement(...row) || rowHeight,
    overscan,
    initialMeasurementsCache: restored.measured,
    // With this size the first render need not wait until the box is measured.
    initialRect: { width: 0, height: innerHeight },
    rangeExtractor: (range) => withRow(defaultRangeExtractor(range), current, count)
  })
  const lastHeight = useRef(rowHeight)
  useLayoutEffect(() => {
    if (lastHeight.current !== rowHeight) virtualizer.measure()
    lastHeight.current = rowHeight
    listState.set({ rowHeight })
  }, [rowHeight, virtualizer, listState])
  useLayoutEffect(
    () => () => listState.set({ margin: scroller.getMargin(), measured: virtualizer.takeSnapshot() }),
    [listState, scroller, virtualizer]
  )
  return { virtualizer, margin }
}

/** Adds the row that has or would get the focus to the drawn rows, wherever the list is scrolled. */
function withRow(range: number[], row: number, count: number): number[] {
  if (row >= count || range.includes(row)) return range
  return [...range, row].toSorted((one, other) => one - other)
}

/**
 * The scroller's part of the virtualizer's options, for a window and for an element alike. Each of the library's types
 * knows only one of the two.
 */
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

/**
 * Creates the scroller of a list, which the page scrolls.
 *
 * @param lastMargin the former distance of the list from the top of the scroller's contents
 */
function createListScroller(lastMargin: number) {
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
  const scrolling: ScrollOptions = {
    observeElementRect: (virtualizer, report) =>
      optionsFor(virtualizer.scrollElement).observeElementRect(virtualizer, report),
    observeElementOffset(virtualizer, report) {
      const { scrollElement } = virtualizer
      if (scrollElement) report(offsetOf(scrollElement), false)
      return optionsFor(scrollElement).observeElementOffset(virtualizer, (offset, isScrolling) => {
        // The present layout is that of the frame before.
        measure()
        report(offset, isScrolling)
      })
    },
    scrollToFn: (offset, options, virtualizer) =>
      optionsFor(virtualizer.scrollElement).scrollToFn(offset, options, virtualizer)
  }
  return {
    options: scrolling,
    /** Returns the element for the virtualizer, whose types know elements only; null before the list is attached. */
    getElement: () => find() as HTMLDivElement | null,
    /** Returns the distance of the list from the top of the scroller's contents. */
    getMargin: margin.get,
    /** Calls the listener when the margin has changed. */
    subscribe: margin.subscribe,
    /** Attaches the box of the list; the returned function detaches it. */
    attach(element: HTMLElement) {
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

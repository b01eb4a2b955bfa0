import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let printing = false
let top = 0
const listeners = new Set<() => void>()

function set(now: boolean): void {
  printing = now
  // The browser prints the state that is rendered when the event handler returns.
  flushSync(() => listeners.forEach((listener) => listener()))
}

function begin(): void {
  top = scrollY
  set(true)
}

function end(): void {
  set(false)
  scrollTo({ top, behavior: 'instant' })
}

/** Calls the listener when printing begins and ends; the page is watched as long as somebody listens. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
  }
}

/**
 * Tells whether the page is being printed. Drawing for paper moves the page, which returns to its place afterwards. All
 * parts share one watch, since each of some hundred groups opens for paper.
 */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing)

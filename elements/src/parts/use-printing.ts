import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Tells whether the page is being printed. Afterwards a box that does not scroll in print gets its scroll position
 * back.
 */
export function usePrinting(box?: RefObject<HTMLElement | null>): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    let scrollTop = 0
    const begin = () => {
      scrollTop = box?.current?.scrollTop ?? 0
      // The browser prints the state that is rendered when the event handler returns.
      flushSync(() => setPrinting(true))
    }
    const end = () => {
      flushSync(() => setPrinting(false))
      if (box?.current) box.current.scrollTop = scrollTop
    }
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [box])
  return printing
}

import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Whether the page is being printed. It is drawn anew before the browser takes its picture and again after it; the box, which on
 * paper does not scroll, is then where it was.
 */
export function usePrinting(box: RefObject<HTMLElement | null>): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    let place = 0
    const begin = () => {
      place = box.current?.scrollTop ?? 0
      // The browser prints what is there when the event has been told.
      flushSync(() => setPrinting(true))
    }
    const end = () => {
      flushSync(() => setPrinting(false))
      if (box.current) box.current.scrollTop = place
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

import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Tells whether the page is being printed. Drawing for paper moves the page, which returns to its place afterwards. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // The browser prints the state that is rendered when the event handler returns.
    let top = 0
    const begin = () => {
      top = scrollY
      flushSync(() => setPrinting(true))
    }
    const end = () => {
      flushSync(() => setPrinting(false))
      scrollTo({ top, behavior: 'instant' })
    }
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}

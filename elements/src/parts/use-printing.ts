import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Tells whether the page is being printed. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // The browser prints the state that is rendered when the event handler returns.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => flushSync(() => setPrinting(false))
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}

import { createContext, useContext, useEffect, useRef } from 'react'
import { focusHeading } from './heading.ts'

/** Whether this element has shown anything yet: what it shows first must not take the focus from the host's page. */
export const ArrivalContext = createContext({ current: false })

/** Stands beside a heading that is new on the screen and moves the focus there. */
export function Arrival() {
  const mark = useRef<HTMLSpanElement>(null)
  const shown = useContext(ArrivalContext)
  useEffect(() => {
    if (shown.current) focusHeading(mark.current?.parentElement)
    shown.current = true
  }, [shown])
  return <span hidden ref={mark} />
}

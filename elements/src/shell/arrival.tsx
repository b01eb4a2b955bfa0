import { createContext, useContext, useEffect, useRef } from 'react'
import { focusHeading } from './heading.ts'

/** Tells whether this element has shown anything before: what it shows first must not take the focus from the host's page. */
export const ArrivalContext = createContext<() => boolean>(() => true)

/** Stands beside a heading that is new on the screen and moves the focus there. */
export function Arrival() {
  const mark = useRef<HTMLSpanElement>(null)
  const arrive = useContext(ArrivalContext)
  useEffect(() => {
    if (arrive()) focusHeading(mark.current?.parentElement)
  }, [arrive])
  return <span hidden ref={mark} />
}

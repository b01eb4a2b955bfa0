import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of what takes the list's place: it gets the focus, which makes screen readers say where one is. */
export function FocusedHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}

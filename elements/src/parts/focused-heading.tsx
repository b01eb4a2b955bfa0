import { type ReactNode, useEffect, useRef } from 'react'
import { focusHeading } from './focus-heading.ts'

/**
 * Renders the heading of a part that takes the place of another one on the same screen. It takes the focus, so that the
 * change is announced.
 */
export function FocusedHeading({ level = 1, children }: { level?: 1 | 2; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const Heading = `h${level}` as const
  useEffect(() => {
    if (heading.current) focusHeading(heading.current)
  }, [])
  return (
    <Heading ref={heading} part="heading">
      {children}
    </Heading>
  )
}

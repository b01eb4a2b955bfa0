import { type ReactNode, useEffect, useRef } from 'react'
import { focusHeading } from './focus-heading.ts'

interface FocusedHeadingProps {
  level?: 1 | 2
  /** The part is the screen's first: the focus goes where the screen sends it. */
  first?: boolean
  children: ReactNode
}

/**
 * Renders the heading of a part that takes the place of another one on the same screen. It takes the focus, so that the
 * change is announced.
 */
export function FocusedHeading({ level = 1, first = false, children }: FocusedHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const Heading = `h${level}` as const
  useEffect(() => {
    if (heading.current && !first) focusHeading(heading.current)
  }, [first])
  return (
    <Heading ref={heading} part="heading">
      {children}
    </Heading>
  )
}

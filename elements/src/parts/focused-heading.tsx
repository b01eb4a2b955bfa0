import { useEffect, useRef } from 'react'
import { focusHeading } from './focus-heading.ts'
import { Hyphenated } from './hyphenated.tsx'

interface FocusedHeadingProps {
  level?: 1 | 2
  /** Whether the part is the screen's first: the screen then decides where the focus goes. */
  first?: boolean
  children: string
}

/**
 * Renders the heading of a part that replaces another part of the same screen. The heading takes the focus, so that
 * screen readers announce the change.
 */
export function FocusedHeading({ level = 1, first = false, children }: FocusedHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const Heading = `h${level}` as const
  useEffect(() => {
    if (heading.current && !first) focusHeading(heading.current)
  }, [first])
  return (
    <Heading ref={heading} part="heading">
      <Hyphenated>{children}</Hyphenated>
    </Heading>
  )
}

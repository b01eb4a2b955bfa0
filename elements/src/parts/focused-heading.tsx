import { type ReactNode, useEffect, useRef } from 'react'
import { focusHeading } from './focus-heading.ts'

/** The heading of what takes the place of something else on the same screen. It takes the focus, so that the change is announced. */
export function FocusedHeading({ level = 1, children }: { level?: 1 | 2; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const Heading = `h${level}` as const
  useEffect(() => {
    if (heading.current) focusHeading(heading.current)
  }, [])
  return <Heading ref={heading}>{children}</Heading>
}

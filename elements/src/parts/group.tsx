import { type ReactNode, useId, useState } from 'react'
import { usePrinting } from '../context/use-printing.ts'
import { Icon } from './icon.tsx'
import './group.css'

/** Renders a count within a heading. */
function Count({ children }: { children: ReactNode }) {
  return (
    <span className="kc-count">
      <span aria-hidden="true">· </span>
      {children}
    </span>
  )
}

export interface GroupProps {
  heading: string
  /** The number of items inside, shown beside the heading. */
  count?: number
  /** A state of the items inside, behind the count. */
  badge?: ReactNode
  level?: 2 | 3 | 4 | 5
  defaultExpanded?: boolean
  /** Called when somebody opens or closes it. */
  onToggle?: (expanded: boolean) => void
  /** Whether it stays as it is on paper, since its content has to be loaded first. */
  loads?: boolean
  /** The id of an element that describes the group, for people who navigate from button to button. */
  describedBy?: string
  children: ReactNode
}

/**
 * Renders a collapsible group with a heading that toggles it. Its content is mounted when somebody first opens it (a
 * hundred closed groups cost nothing), and then stays mounted with everything that it has loaded.
 */
export function Group({
  heading,
  count,
  badge,
  level = 3,
  defaultExpanded = false,
  onToggle,
  loads = false,
  describedBy,
  children
}: GroupProps) {
  const [expanded, setExpanded] = useState(defaultExpanded)
  const [wasOpen, setWasOpen] = useState(defaultExpanded)
  const isPrinted = usePrinting() && !loads
  const isOpen = expanded || isPrinted
  const id = useId()
  const Heading = `h${level}` as const

  function toggle() {
    setExpanded(!expanded)
    setWasOpen(true)
    onToggle?.(!expanded)
  }

  return (
    <div className="kc-group" part="group">
      <Heading>
        <button
          type="button"
          part="group-button"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-describedby={describedBy}
          onClick={toggle}
        >
          <Icon name="chevron" />
          {heading}
          {count !== undefined && <Count>{count.toLocaleString('de')}</Count>}
          {badge}
        </button>
      </Heading>
      <div id={id} hidden={!isOpen}>
        {(wasOpen || isPrinted) && children}
      </div>
    </div>
  )
}

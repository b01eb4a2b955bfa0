import type { ReactNode, Ref } from 'react'
import { Icon } from '../icon.tsx'
import '../fields/field-frame.tsx'
import './list-tools.css'

interface ListToolsProps {
  ref?: Ref<HTMLDivElement>
  /** Names the search. */
  label: string
  /** Placeholder of the search field, where the label has no room. */
  placeholder?: string
  search: string
  onSearch: (typed: string) => void
  /** The number of rows; screen readers announce each change of it. */
  result: string
  /** Further choices, whose labels are for those who hear them. */
  children?: ReactNode
}

/** Renders the tools above the rows of a list: its search, from the first row on, and the choices that it has. */
export function ListTools({ ref, label, placeholder = label, search, onSearch, result, children }: ListToolsProps) {
  return (
    <div ref={ref} className="kc-list-tools kc-screen-only" part="list-tools">
      <div className="kc-field kc-search" part="field">
        <Icon name="search" />
        <input
          part="input"
          type="search"
          aria-label={label}
          placeholder={placeholder}
          maxLength={200}
          autoComplete="off"
          value={search}
          onChange={({ target }) => onSearch(target.value)}
        />
      </div>
      {children}
      <output className="kc-hidden">{result}</output>
    </div>
  )
}

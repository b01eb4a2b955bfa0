import type { ReactNode, Ref } from 'react'
import { SearchInput } from './search-input.tsx'
import type { SelectOption } from './select-field.tsx'
import './list-tools.css'

interface ListToolsProps {
  ref?: Ref<HTMLDivElement>
  /** Names the search. */
  label: string
  /** What is inside of the search, where its name has no room. */
  placeholder?: string
  search: string
  onSearch: (typed: string) => void
  /** What is read aloud when it changes: how many rows there are. */
  result: string
  /** Further choices. */
  children?: ReactNode
}

/** Renders the tools above the rows of a list: its search, from the first row on, and the choices that it has. */
export function ListTools({ ref, label, placeholder, search, onSearch, result, children }: ListToolsProps) {
  return (
    <div ref={ref} className="kc-list-tools kc-screen-only" part="list-tools">
      <SearchInput label={label} placeholder={placeholder} value={search} onChange={onSearch} />
      {children}
      <output className="kc-hidden">{result}</output>
    </div>
  )
}

interface ListChoiceProps {
  /** Names the choice, which says by itself to the eye what it is. */
  label: string
  value: string
  options: readonly SelectOption[]
  onChange: (value: string) => void
}

/** Renders a choice of rows by a property of theirs. */
export function ListChoice({ label, value, options, onChange }: ListChoiceProps) {
  return (
    <div className="kc-field kc-list-choice">
      <select part="input" aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </div>
  )
}

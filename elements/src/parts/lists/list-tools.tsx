import { useId, type ReactNode, type Ref } from 'react'
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
  /** Further choices, with labels that only screen readers announce. */
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

/** A part of a list, such as its open invoices. */
export interface ListSegment<Row> {
  readonly id: string
  /** Name of the segment, with the number of its rows if that tells something new. */
  readonly label: string
  readonly has: (row: Row) => boolean
}

interface SegmentsProps {
  legend: string
  segments: readonly Pick<ListSegment<never>, 'id' | 'label'>[]
  value: string
  onChange: (id: string) => void
}

/** Renders a choice of one part of a list, in one line. */
export function Segments({ legend, segments, value, onChange }: SegmentsProps) {
  const name = useId()
  return (
    <fieldset className="kc-segments" part="segments">
      <legend className="kc-hidden">{legend}</legend>
      {segments.map(({ id, label }) => (
        <label key={id}>
          <input type="radio" name={name} checked={id === value} onChange={() => onChange(id)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

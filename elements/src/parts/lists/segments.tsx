import { useId } from 'react'
import './segments.css'

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

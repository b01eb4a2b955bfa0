import { useText } from '../texts/texts.ts'
import { addStyles } from '../theme/sheet.ts'
import css from './skeleton.css?inline'

addStyles(css)

export interface SkeletonProps {
  /** What is being loaded: lines of a table, cards of events or orders, fields of a form, or anything else. */
  shape?: 'lines' | 'cards' | 'fields' | 'blocks'
  rows?: number
}

/** A placeholder in the shape of what is being loaded; takes its space at once, visible after 200 ms. */
export function Skeleton({ shape = 'blocks', rows = 4 }: SkeletonProps) {
  const text = useText()
  return (
    <output className={`kc-skeleton kc-skeleton-${shape}`} aria-label={text('state.loading')}>
      <span className="kc-hidden">{text('state.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <i key={row} aria-hidden="true" />
      ))}
    </output>
  )
}

import { useText } from '../texts/texts.ts'
import { addStyles } from '../theme/sheet.ts'
import css from './skeleton.css?inline'

addStyles(css)

/** A placeholder for `rows` rows of 56 px that are being loaded; takes its space at once, visible after 200 ms. */
export function Skeleton({ rows = 4 }: { rows?: number }) {
  const text = useText()
  return (
    <output className="kc-skeleton" aria-label={text('state.loading')}>
      <span className="kc-hidden">{text('state.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <i key={row} aria-hidden="true" />
      ))}
    </output>
  )
}

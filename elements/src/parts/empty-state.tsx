import { addStyles } from '../theme/sheet.ts'
import css from './empty-state.css?inline'

addStyles(css)

/** Shown in place of an empty list. */
export function EmptyState({ message }: { message: string }) {
  return (
    <p className="kc-empty" part="empty">
      {message}
    </p>
  )
}

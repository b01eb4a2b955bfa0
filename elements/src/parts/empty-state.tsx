import { addStyles } from '../theme/sheet.ts'
import css from './empty-state.css?inline'

addStyles(css)

/** In place of a list that has nothing in it. */
export function EmptyState({ message }: { message: string }) {
  return (
    <p className="kc-empty" part="empty">
      {message}
    </p>
  )
}

import { useId } from 'react'
import { useText } from '../../texts/texts.ts'
import { Button } from '../button.tsx'
import '../notice.css'
import './error-summary.css'

export interface FieldError {
  readonly control: HTMLElement & { readonly labels?: NodeListOf<HTMLLabelElement> | null }
  readonly message: string
}

/** Focuses a control and brings it into the middle, so that its label is in sight too. */
export function focusControl(control: HTMLElement): void {
  control.focus({ preventScroll: true })
  control.scrollIntoView({ block: 'center' })
}

/**
 * Lists all faults of a form, above it; each entry leads to its field. The entries are buttons, since on a page with
 * routes in the hash the address of a link would be a route. The list is no alert: the fields' own messages are alerts,
 * and the first faulty field gets the focus.
 */
export function ErrorSummary({ errors }: { errors: readonly FieldError[] }) {
  const text = useText()
  const id = useId()
  if (errors.length === 0) return null
  return (
    <section
      className="kc-notice kc-danger kc-error-summary kc-screen-only"
      part="notice notice-danger"
      aria-labelledby={id}
    >
      <div>
        <h2 id={id} part="heading">
          {text('form.errors')}
        </h2>
        <ul>
          {errors.map(({ control, message }) => {
            const label = control.labels?.[0]?.textContent?.replace(/ \*$/, '') ?? text('field.label')
            return (
              <li key={`${label} ${message}`}>
                <Button kind="plain" onClick={() => focusControl(control)}>
                  {text('form.error', { label, message })}
                </Button>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}

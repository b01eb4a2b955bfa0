import type { ComponentProps, ReactNode } from 'react'
import { addStyles } from '../theme/sheet.ts'
import css from './button.css?inline'

addStyles(css)

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** `primary` once on a screen, `quiet` with an outline, `plain` for actions inside a text or a bar. */
  kind?: 'primary' | 'quiet' | 'plain'
  /** Something runs for this button: it turns a wheel and takes no clicks, but keeps the focus. */
  busy?: boolean
  /** There is nothing to do for it now, which its own click may have brought about: it takes no clicks, but keeps the focus. */
  idle?: boolean
  children: ReactNode
}

/** A native button; `::part(button)` and `::part(button-primary)` let a host style it. */
export function Button({ kind = 'quiet', busy = false, idle = false, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`kc-button kc-${kind}`}
      part={`button button-${kind}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || idle || undefined}
      onClick={(event) => {
        // A submit button that is busy must not submit again; `disabled` would throw the focus out of the form.
        if (busy || idle) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {children}
    </button>
  )
}

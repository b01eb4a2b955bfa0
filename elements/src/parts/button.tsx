import type { ComponentProps, ReactNode } from 'react'
import './button.css'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** `primary` once on a screen, `quiet` is tinted, `plain` is a word in line with its column. */
  kind?: 'primary' | 'quiet' | 'plain'
  /** Whether the button's action is running: the button shows a spinner, ignores clicks and keeps the focus. */
  busy?: boolean
  /**
   * Whether the button has nothing to do now, perhaps because of its own last click: it ignores clicks and keeps the
   * focus.
   */
  inactive?: boolean
  children: ReactNode
}

/** Renders a native button; `::part(button)` and `::part(button-primary)` let a host style it. */
export function Button({ kind = 'quiet', busy = false, inactive = false, onClick, children, ...rest }: ButtonProps) {
  const state = rest.disabled || inactive ? 'button-disabled' : ''
  return (
    <button
      type="button"
      {...rest}
      className={`kc-button kc-${kind}`}
      part={`button button-${kind} ${state}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || inactive || undefined}
      onClick={(event) => {
        // A busy submit button must not submit again; `disabled` would move the focus out of the form.
        if (busy || inactive) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {children}
    </button>
  )
}

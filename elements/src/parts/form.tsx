import type { ComponentProps, ReactNode } from 'react'
import './form.css'

export interface FormProps extends Omit<ComponentProps<'form'>, 'className' | 'noValidate'> {
  children: ReactNode
}

/**
 * Renders a form without the browser's validation, whose messages are in the browser's language and outside of the
 * element.
 */
export function Form({ children, ...form }: FormProps) {
  return (
    <form {...form} className="kc-form" part="form" noValidate>
      {children}
    </form>
  )
}

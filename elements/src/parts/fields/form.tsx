import type { ComponentProps } from 'react'
import './form.css'

/**
 * Renders a form without the browser's validation, whose messages are in the browser's language and outside of the
 * element.
 */
export function Form(form: Omit<ComponentProps<'form'>, 'className' | 'noValidate'>) {
  return <form {...form} className="kc-form" part="form" noValidate />
}

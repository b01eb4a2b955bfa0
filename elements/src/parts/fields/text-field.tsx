import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

export interface TextFieldProps
  extends FieldProps, Omit<ComponentProps<'input'>, 'className' | 'id' | 'required' | 'width'> {}

/**
 * Renders a labelled input with hint and error. Takes a ref, and so React Hook Form's `register`. A blank placeholder
 * tells the style sheet for paper which fields are empty.
 */
export function TextField({ label, error, hint, required, width, action, ...input }: TextFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} required={required} width={width} action={action}>
      {(aria) => <input type="text" placeholder=" " {...input} {...aria} part="input" />}
    </FieldFrame>
  )
}

export interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'className' | 'id' | 'required'> {}

export function TextArea({ label, error, hint, required, width, action, ...input }: TextAreaProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} required={required} width={width} action={action}>
      {(aria) => <textarea placeholder=" " {...input} {...aria} part="input" />}
    </FieldFrame>
  )
}

import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

export interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'className' | 'id' | 'required'> {}

/** A labelled text of several lines with hint and error. */
export function TextArea({ label, error, hint, required, width, action, ...input }: TextAreaProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} required={required} width={width} action={action}>
      {(aria) => <textarea {...input} {...aria} part="input" />}
    </FieldFrame>
  )
}

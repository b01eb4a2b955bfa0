import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'className' | 'id' | 'required'> {}

/** A labelled input with its hint and its error. Takes a ref, and with it React Hook Form's `register`. */
export function TextField({ label, error, hint, required, ...input }: TextFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} required={required}>
      {(tied) => <input type="text" {...input} {...tied} part="input" />}
    </FieldFrame>
  )
}

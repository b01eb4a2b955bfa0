import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

export interface Option {
  value: string
  label: string
}

export interface SelectFieldProps extends FieldProps, Omit<ComponentProps<'select'>, 'className' | 'id' | 'required'> {
  options: readonly Option[]
  /** What stands there while nothing is chosen; it can be chosen again to have nothing. */
  placeholder?: string
}

/** A labelled drop-down of the browser's own, with its hint and its error. Takes a ref, and with it React Hook Form's `register`. */
export function SelectField({ label, error, hint, required, options, placeholder, ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} required={required}>
      {(tied) => (
        <select {...select} {...tied} part="input">
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

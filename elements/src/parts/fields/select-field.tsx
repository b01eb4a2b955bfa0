import type { ComponentProps } from 'react'
import { Icon } from '../icon.tsx'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

export interface SelectOption {
  value: string
  label: string
}

export interface SelectFieldProps extends FieldProps, Omit<ComponentProps<'select'>, 'className' | 'id' | 'required'> {
  options: readonly SelectOption[]
  /** Shown while nothing is chosen; choosing it again chooses nothing. */
  placeholder?: string
}

/** Renders a labelled native drop-down with hint and error. Takes a ref, and so React Hook Form's `register`. */
export function SelectField({
  label,
  error,
  hint,
  required,
  width,
  action,
  options,
  placeholder,
  ...select
}: SelectFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} required={required} width={width} action={action}>
      {(aria) => (
        <span className="kc-select">
          <select {...select} {...aria} part="input">
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron" />
        </span>
      )}
    </FieldFrame>
  )
}

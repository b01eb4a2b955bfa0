import { type ComponentProps, useId } from 'react'
import { addStyles } from '../theme/sheet.ts'
import css from './check-field.css?inline'
import type { FieldProps } from './field-frame.tsx'

addStyles(css)

export interface CheckFieldProps
  extends FieldProps, Omit<ComponentProps<'input'>, 'className' | 'id' | 'required' | 'type'> {}

/** A box to tick with its label, its hint and its error. Takes a ref, and with it React Hook Form's `register`. */
export function CheckField({ label, error, hint, required, ...input }: CheckFieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="kc-check" part="field">
      <label>
        <input
          {...input}
          type="checkbox"
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {required ? `${label} *` : label}
      </label>
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {error && (
        <small id={`${id}-error`} className="kc-error" role="alert">
          {error}
        </small>
      )}
    </div>
  )
}

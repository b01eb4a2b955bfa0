import { type ComponentProps, useId } from 'react'
import { addStyles } from '../theme/sheet.ts'
import css from './field.css?inline'

addStyles(css)

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id'> {
  label: string
  /** What is wrong with the value; undefined while nothing is. */
  error?: string | undefined
  /** What helps to fill it in. */
  hint?: string | undefined
}

/** A labelled input with its hint and its error; a required label ends with an asterisk (section 5). Takes a ref. */
export function TextField({ label, error, hint, required, ...input }: TextFieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="kc-field" part="field">
      <label htmlFor={id}>{required ? `${label} *` : label}</label>
      <input
        type="text"
        {...input}
        id={id}
        part="input"
        required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {error && (
        <small id={`${id}-error`} className="kc-error" role="alert">
          {error}
        </small>
      )}
    </div>
  )
}

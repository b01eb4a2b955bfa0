import { type ReactNode, useId } from 'react'
import { addStyles } from '../theme/sheet.ts'
import css from './field.css?inline'

addStyles(css)

export interface FieldProps {
  label: string
  /** What is wrong with the value; undefined while nothing is. */
  error?: string | undefined
  /** What helps to fill it in. */
  hint?: string | undefined
  required?: boolean | undefined
}

/** What ties a control to its label, its hint and its error. */
export interface Tied {
  id: string
  required: boolean | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Label, control, hint and error of a field; a required label ends with an asterisk (section 5). */
export function FieldFrame({
  label,
  error,
  hint,
  required,
  children
}: FieldProps & { children: (tied: Tied) => ReactNode }) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="kc-field" part="field">
      <label htmlFor={id}>{required ? `${label} *` : label}</label>
      {children({
        id,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined
      })}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {error && (
        <small id={`${id}-error`} className="kc-error" role="alert">
          {error}
        </small>
      )}
    </div>
  )
}

import { type ReactNode, useId } from 'react'
import './field-frame.css'

export interface FieldProps extends FieldMessages {
  label: string
  required?: boolean | undefined
  /** Width that says how much text belongs in the field; without it the control is as wide as its column. */
  width?: 'short' | 'medium' | undefined
  /** A button beside the control. */
  action?: ReactNode
}

/** Connects a control to its label, hint and error. */
export interface FieldAriaProps {
  id: string
  required: boolean | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Renders label, control, hint and error of a field; a required label ends with an asterisk. */
export function FieldFrame({
  label,
  error,
  hint,
  required,
  width,
  action,
  children
}: FieldProps & { children: (aria: FieldAriaProps) => ReactNode }) {
  const id = useId()
  const { messages, describedBy } = fieldMessages(id, { label, hint, error })
  const control = children({
    id,
    required,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy
  })
  return (
    <div className={width ? `kc-field kc-${width}` : 'kc-field'} part="field">
      <label htmlFor={id} part="label">
        {label}
        {required && <span className="kc-screen-only"> *</span>}
      </label>
      {action ? (
        <div className="kc-field-action">
          {control}
          {action}
        </div>
      ) : (
        control
      )}
      {messages}
    </div>
  )
}

export interface FieldMessages {
  error?: string | undefined
  hint?: string | undefined
}

/** Renders a field's hint and error, and returns their ids for the `aria-describedby` of its control. */
export function fieldMessages(id: string, { label, hint, error }: FieldMessages & { label: ReactNode }) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean)
  const messages = (
    <>
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {error && (
        <small className="kc-error" role="alert">
          {/* Screen readers announce the error with its label: the focus is in the next field, or other fields have errors. */}
          <span className="kc-hidden">{label}: </span>
          <span id={`${id}-error`}>{error}</span>
        </small>
      )}
    </>
  )
  return { messages, describedBy: ids.length > 0 ? ids.join(' ') : undefined }
}

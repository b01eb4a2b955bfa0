import { type ComponentProps, type ReactNode, useId } from 'react'
import { fieldMessages, type FieldProps } from './field-frame.tsx'
import './check-field.css'

export interface CheckFieldProps
  extends
    Omit<FieldProps, 'label' | 'width' | 'action'>,
    Omit<ComponentProps<'input'>, 'className' | 'id' | 'required' | 'type'> {
  label: ReactNode
  /** The subject of the choice, in a soft colour below its label. */
  detail?: string | undefined
}

/** Renders a labelled checkbox with hint and error. Takes a ref, and so React Hook Form's `register`. */
export function CheckField({ label, detail, error, hint, required, ...input }: CheckFieldProps) {
  const id = useId()
  const { messages, describedBy } = fieldMessages(id, { label, hint, error })
  return (
    <div className="kc-check" part="field">
      <label>
        <input
          {...input}
          type="checkbox"
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
        />
        <span>
          {label}
          {required && ' *'}
          {detail !== undefined && (
            <>
              {' '}
              <small>{detail}</small>
            </>
          )}
        </span>
      </label>
      {messages}
    </div>
  )
}

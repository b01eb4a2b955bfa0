import { useEffect, useRef } from 'react'
import { useText } from '../../texts/texts.ts'
import { Button } from '../button.tsx'

/** The fault that keeps a form from being saved. */
export interface FormFault {
  readonly message: string
  /** Whether the field shows its own message. */
  readonly isShown: boolean
  /** Leads to the field. */
  readonly show: () => void
}

export interface FormActionsProps {
  /** Whether the form is being saved: 'Speichern' shows a spinner and ignores clicks. */
  saving: boolean
  /** Whether there is nothing to save. */
  disabled?: boolean
  /** The fault that disables 'Speichern', shown as a button that leads to the field. */
  fault?: FormFault | null
  /** Whether something has been changed: from then on the buttons stay in sight. */
  changed?: boolean
  /** Handles 'Abbrechen'; without it there is no such button. */
  onCancel?: () => void
}

/** Renders 'Speichern' and 'Abbrechen' at the end of a form. */
export function FormActions({ saving, disabled = false, fault = null, changed = false, onCancel }: FormActionsProps) {
  const text = useText()
  const box = useRef<HTMLDivElement>(null)
  // The buttons may cover a field at the edge of the window, such as the one that somebody types in, or its new
  // message.
  const message = fault?.message
  const isShown = fault?.isShown
  useEffect(() => {
    if (!changed && !message && !isShown) return
    const bar = box.current?.getBoundingClientRect()
    const fields = box.current?.parentElement?.querySelectorAll('.kc-field:has(:focus, [aria-invalid])') ?? []
    const covered = [...fields].find((field) => {
      const { top, bottom } = field.getBoundingClientRect()
      return bar && bottom > bar.top && top < bar.bottom
    })
    covered?.scrollIntoView({ block: 'nearest' })
  }, [changed, message, isShown])
  return (
    <div ref={box} className={changed ? 'kc-form-actions kc-sticky-actions' : 'kc-form-actions'}>
      <Button kind="primary" type="submit" busy={saving} disabled={disabled && !saving}>
        {text('action.save')}
      </Button>
      {onCancel && (
        <Button onMouseDown={keepFocus} onClick={onCancel}>
          {text('action.cancel')}
        </Button>
      )}
      {fault && (
        <Button kind="plain" onMouseDown={keepFocus} onClick={fault.show}>
          {fault.message}
        </Button>
      )}
    </div>
  )
}

/**
 * Keeps the focus in the field. A field that loses the focus may show a message, which would move the button away under
 * the pressed mouse, and there would be no click.
 */
const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault()

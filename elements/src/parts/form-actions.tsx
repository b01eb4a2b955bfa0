import { useText } from '../texts/texts.ts'
import { Button } from './button.tsx'

export interface FormActionsProps {
  /** A save is under way: 'Speichern' turns a wheel and takes no click. */
  saving: boolean
  /** There is nothing that could be saved. */
  disabled?: boolean
  /** Without it there is no 'Abbrechen'. */
  onCancel?: () => void
}

/** 'Speichern' and 'Abbrechen' at the end of a form. */
export function FormActions({ saving, disabled = false, onCancel }: FormActionsProps) {
  const text = useText()
  return (
    <div className="kc-form-actions">
      <Button kind="primary" type="submit" busy={saving} disabled={disabled && !saving}>
        {text('action.save')}
      </Button>
      {onCancel && <Button onClick={onCancel}>{text('action.cancel')}</Button>}
    </div>
  )
}

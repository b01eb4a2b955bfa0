import { useEffect, useRef } from 'react'
import { useText } from '../../texts/texts.ts'
import { Button } from '../button.tsx'

export interface FormActionsProps {
  /** 'Speichern' shows a spinner and ignores clicks. */
  saving: boolean
  /** There is nothing to save. */
  disabled?: boolean
  /** Something has been changed: from then on the buttons stay in sight. */
  changed?: boolean
  /** Handles 'Abbrechen'; without it there is no such button. */
  onCancel?: () => void
}

/** Renders 'Speichern' and 'Abbrechen' at the end of a form. */
export function FormActions({ saving, disabled = false, changed = false, onCancel }: FormActionsProps) {
  const text = useText()
  const box = useRef<HTMLDivElement>(null)
  // The buttons come over what is at the window's edge, which may be the field that somebody types in.
  useEffect(() => {
    const root = box.current?.getRootNode()
    const field = changed && root instanceof ShadowRoot ? root.activeElement : null
    const top = box.current?.getBoundingClientRect().top ?? Infinity
    if (field && field.getBoundingClientRect().bottom > top) field.scrollIntoView({ block: 'nearest' })
  }, [changed])
  return (
    <div ref={box} className={changed ? 'kc-form-actions kc-sticky-actions' : 'kc-form-actions'}>
      <Button kind="primary" type="submit" busy={saving} disabled={disabled && !saving}>
        {text('action.save')}
      </Button>
      {onCancel && <Button onClick={onCancel}>{text('action.cancel')}</Button>}
    </div>
  )
}

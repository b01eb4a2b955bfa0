import { addStyles } from '../theme/sheet.ts'
import type { DateFieldProps } from './date-box.tsx'
import css from './date-field.css?inline'
import { TextField } from './field.tsx'
import { FieldFrame } from './field-frame.tsx'
import { useCode } from './use-code.ts'

addStyles(css)

const load = () => import('./date-box.tsx')

/** A labelled day, typed or taken from a calendar, day first in every browser. Where its code cannot be had it is the browser's own. */
export function DateField(props: DateFieldProps) {
  const code = useCode(load)
  const { value, onChange, ...field } = props
  if (code === 'failed')
    return <TextField {...field} type="date" value={value} onChange={(event) => onChange(event.target.value)} />
  if (code) return <code.default {...props} />
  return (
    <FieldFrame {...field}>
      {(tied) => <input {...tied} part="input" disabled value={value.split('-').toReversed().join('.')} />}
    </FieldFrame>
  )
}

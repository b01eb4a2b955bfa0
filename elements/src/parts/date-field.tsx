import { addStyles } from '../theme/sheet.ts'
import type { DateFieldProps } from './date-box.tsx'
import css from './date-field.css?inline'
import { TextField } from './text-field.tsx'
import { FieldFrame } from './field-frame.tsx'
import { useLazyModule } from './use-lazy-module.ts'

addStyles(css)

const load = () => import('./date-box.tsx')

/** A labelled date, typed or chosen in a calendar, day first in every browser. The browser's date input if its code cannot be loaded. */
export function DateField(props: DateFieldProps) {
  const code = useLazyModule(load)
  const { value, onChange, ...field } = props
  if (code === 'failed')
    return <TextField {...field} type="date" value={value} onChange={(event) => onChange(event.target.value)} />
  if (code) return <code.default {...props} />
  return (
    <FieldFrame {...field}>
      {(aria) => <input {...aria} part="input" disabled value={value.split('-').toReversed().join('.')} />}
    </FieldFrame>
  )
}

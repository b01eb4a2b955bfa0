import { type IsoDate, toGermanDate } from '@customer-center/contract/dates'
import { useState } from 'react'
import { useText } from '../texts/texts.ts'
import { addStyles } from '../theme/sheet.ts'
import css from './date-field.css?inline'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { parseDay, parseWholeDay } from './parse-day.ts'
import { useLazyModule } from './use-lazy-module.ts'

addStyles(css)

export interface DateFieldProps extends FieldProps {
  /** Empty while what is typed is no date. */
  value: IsoDate
  onChange: (value: IsoDate) => void
}

const load = () => import('./date-calendar.tsx')

/**
 * A labelled date, typed or chosen in a calendar, day first in every browser. What was typed stays as it is: it is a date, or an
 * error as soon as the field is left. `docs/decisions/0044-dates-are-typed-as-text.md`
 */
export function DateField({ label, error, hint, required, value, onChange }: DateFieldProps) {
  const text = useText()
  const calendar = useLazyModule(load)
  const [group, setGroup] = useState<HTMLDivElement | null>(null)
  const [typed, setTyped] = useState({ text: toGermanDate(value), value })
  const [typing, setTyping] = useState(false)
  // Typed for this value; another one was chosen in the calendar or set by the form.
  const shown = typed.value === value ? typed.text : toGermanDate(value)

  function accept(written: string, day: IsoDate | null) {
    setTyped({ text: written, value: day ?? '' })
    if ((day ?? '') !== value) onChange(day ?? '')
  }

  function type(written: string) {
    setTyping(true)
    accept(written, parseWholeDay(written))
  }

  function finish() {
    if (!typing) return
    setTyping(false)
    const day = parseDay(shown)
    accept(day ? toGermanDate(day) : shown, day)
  }

  const isNoDate = value === '' && shown.trim() !== ''
  const message = isNoDate ? text('date.invalid') : error
  return (
    <FieldFrame label={label} hint={hint} required={required} error={typing && value === '' ? undefined : message}>
      {(aria) => (
        <div ref={setGroup} className="kc-date-group">
          <input
            {...aria}
            part="input"
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={shown}
            onChange={({ target }) => type(target.value)}
            onBlur={finish}
            onKeyDown={({ key }) => key === 'Enter' && finish()}
          />
          {calendar && calendar !== 'failed' && <calendar.default {...{ group, label, value, onChange }} />}
        </div>
      )}
    </FieldFrame>
  )
}

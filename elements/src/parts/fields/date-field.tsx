import { useState } from 'react'
import { fromGermanDate, isCalendarDay, type IsoDate, toGermanDate } from '@customer-center/contract/dates'
import { useText } from '../../texts/texts.ts'
import { useLazyModule } from '../lazy-module.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import './date-field.css'

const dayFirst = /^(\d{1,2})[.,/-](\d{1,2})[.,/-](\d{4}|\d{2})$/
const digits = /^(\d{2})(\d{2})(\d{4}|\d{2})$/
const yearFirst = /^\d{4}-\d{2}-\d{2}$/

/** Parses `1.12.2026`, `1. 12. 26`, `01122026` or `2026-12-01`; null for any other text, and for a day that does not exist. */
function parseDay(text: string): IsoDate | null {
  const written = text.replaceAll(/\s/g, '')
  if (yearFirst.test(written)) return isCalendarDay(written) ? written : null
  const [, day, month, year] = dayFirst.exec(written) ?? digits.exec(written) ?? []
  if (!day || !month || !year) return null
  return fromGermanDate(`${day.padStart(2, '0')}.${month.padStart(2, '0')}.${year.padStart(4, '20')}`)
}

/** Parses a day while somebody may still be typing: two digits of a year may be the beginning of four. */
function parseWholeDay(text: string): IsoDate | null {
  const written = text.replaceAll(/\s/g, '')
  return /^\d{8}$|\D\d{4}$/.test(written) || yearFirst.test(written) ? parseDay(written) : null
}

export interface DateFieldProps extends FieldProps {
  /** The day; empty while the typed text is no date. */
  value: IsoDate
  onChange: (value: IsoDate) => void
}

const loadCalendar = () => import('./date-calendar.tsx')

/**
 * Renders a labelled date, typed or chosen in a calendar, day first in every browser. The typed text stays as it is: it
 * is a date, or becomes an error as soon as the person leaves the field. As in `TextField`, a blank placeholder tells
 * the style sheet for paper whether it is empty.
 * `docs/decisions/0044-dates-are-typed-as-text.md`
 */
export function DateField({ label, error, hint, required, value, onChange }: DateFieldProps) {
  const text = useText()
  const calendar = useLazyModule(loadCalendar)
  const [group, setGroup] = useState<HTMLDivElement | null>(null)
  const [typed, setTyped] = useState({ text: toGermanDate(value), value })
  const [typing, setTyping] = useState(false)
  // The typed text belongs to this value; the calendar or the form has set any other value.
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
            placeholder=" "
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

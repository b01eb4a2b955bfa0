import { parseDate } from '@internationalized/date'
import { useId, useRef, useState } from 'react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  DateInput,
  DatePicker,
  DateSegment,
  Group,
  Label,
  Popover
} from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { AriaFrame } from './aria-frame.tsx'
import type { DateFieldProps } from './date-field.tsx'

/** The day itself: three numbers to type and a calendar that starts on Monday. */
export default function DateBox({ label, error, hint, required, value, onChange }: DateFieldProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [round, setRound] = useState(0)

  // Half a date is none and changes nothing; left so, the field shows again what counts.
  function restore() {
    if (value !== '' && box.current?.querySelector('[data-placeholder]')) setRound(round + 1)
  }

  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <AriaFrame>
      <DatePicker
        key={round}
        ref={box}
        onBlur={restore}
        className="kc-field kc-date"
        value={value === '' ? null : parseDate(value)}
        onChange={(date) => onChange(date?.toString() ?? '')}
        isRequired={required ?? false}
        isInvalid={Boolean(error)}
        shouldForceLeadingZeros
        {...(described && { 'aria-describedby': described })}
      >
        <Label>{required ? `${label} *` : label}</Label>
        <Group className="kc-date-group">
          <DateInput className="kc-date-input">{(segment) => <DateSegment segment={segment} />}</DateInput>
          <Button className="kc-date-open">
            <CalendarIcon />
          </Button>
        </Group>
        {hint && <small id={`${id}-hint`}>{hint}</small>}
        {error && (
          <small id={`${id}-error`} className="kc-error" role="alert">
            {error}
          </small>
        )}
        {/* To the left, where there is always room: react-aria measures the room to the right without the element's own distance from the page's edge. */}
        <Popover className="kc-aria-popover" placement="bottom end" offset={4} containerPadding={0}>
          <Dialog className="kc-calendar">
            <Calendar firstDayOfWeek="mon">
              <header>
                <Button slot="previous">‹</Button>
                <Heading />
                <Button slot="next">›</Button>
              </header>
              <CalendarGrid>
                <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
                <CalendarGridBody>{(date) => <CalendarCell date={date} />}</CalendarGridBody>
              </CalendarGrid>
            </Calendar>
          </Dialog>
        </Popover>
      </DatePicker>
    </AriaFrame>
  )
}

function CalendarIcon() {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d="M3 5.5h14v11H3zM3 9h14M6.5 3v3.5M13.5 3v3.5" />
    </svg>
  )
}

import type { IsoDate } from '@customer-center/contract/dates'
import { type CalendarDate, type DateValue, parseDate, toCalendarDate } from '@internationalized/date'
import { type ClipboardEvent, type CSSProperties, useEffect, useId, useMemo, useState } from 'react'
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
import { useCalendarPosition } from './use-calendar-position.ts'
import { handleDateTyping, parseDay } from './date-input.ts'
import type { FieldProps } from './field-frame.tsx'
import { fieldMessages } from './field-messages.tsx'

export interface DateFieldProps extends FieldProps {
  /** Empty while there is no whole date. */
  value: IsoDate
  onChange: (value: IsoDate) => void
}

/** Three numbers to type and a calendar that starts on Monday. */
export default function DateBox({ label, error, hint, required, value, onChange }: DateFieldProps) {
  const id = useId()
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const [resets, setResets] = useState(0)

  const { offset, room, setCalendar } = useCalendarPosition(box)

  // A year that is still being typed, 2 on the way to 2026, is not passed on.
  const [typed, setTyped] = useState<{ date: CalendarDate; over: string } | null>(null)
  const known = useMemo(() => (value === '' ? null : parseDate(value)), [value])
  const shown = typed?.over === value ? typed.date : known

  useEffect(() => (box ? handleDateTyping(box) : undefined), [box])

  const has = (part: string) => Boolean(box?.querySelector(`.kc-date-input ${part}`))

  function accept(date: DateValue | null) {
    if (date && date.year < 1000 && has('[data-type=year]:focus')) {
      setTyped({ date: toCalendarDate(date), over: value })
    } else {
      setTyped(null)
      onChange(date ? withCentury(date).toString() : '')
    }
  }

  function leavePart() {
    if (typed && shown && !has('[data-placeholder]')) accept(shown)
  }

  // An incomplete date changes nothing; when the focus leaves, the field shows its value again.
  function restore() {
    if (value === '' || !has('[data-placeholder]')) return
    setTyped(null)
    setResets(resets + 1)
  }

  function paste(event: ClipboardEvent) {
    const day = parseDay(event.clipboardData.getData('text'))
    if (day) accept(parseDate(day))
  }

  const { messages, describedBy } = fieldMessages(id, { hint, error })
  return (
    <AriaFrame>
      <DatePicker
        key={resets}
        ref={setBox}
        onBlur={restore}
        className="kc-field kc-date"
        value={shown}
        onChange={accept}
        isRequired={required ?? false}
        isInvalid={Boolean(error)}
        shouldForceLeadingZeros
        {...(describedBy && { 'aria-describedby': describedBy })}
      >
        <Label>{required ? `${label} *` : label}</Label>
        <Group className="kc-date-group" onBlur={leavePart} onPaste={paste}>
          <DateInput className="kc-date-input">{(segment) => <DateSegment segment={segment} />}</DateInput>
          <Button className="kc-date-open">
            <CalendarIcon />
          </Button>
        </Group>
        {messages}
        {/* To the left, where there is always room: react-aria measures the room to the right without the element's distance from the page's edge. */}
        <Popover
          ref={setCalendar}
          className="kc-aria-popover kc-calendar-box"
          placement="bottom end"
          offset={offset}
          shouldFlip={false}
          style={{ '--_room': `${room}px` } as CSSProperties}
          containerPadding={0}
        >
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

/** Two digits are a year of this century; a single one may be the beginning of any year. */
function withCentury(date: DateValue): DateValue {
  return date.year >= 10 && date.year < 100 ? date.set({ year: date.year + 2000 }) : date
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

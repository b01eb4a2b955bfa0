import { parseDate } from '@internationalized/date'
import { type CSSProperties, useCallback, useLayoutEffect, useMemo, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell
} from 'react-aria-components/Calendar'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Popover } from 'react-aria-components/Popover'
import type { IsoDate } from '@customer-center/contract/dates'
import { useText } from '../../texts/texts.ts'
import { AriaFrame, toTopLayer } from './aria-frame.tsx'

interface DateCalendarProps {
  /** The field below which the calendar opens. */
  group: HTMLElement | null
  label: string
  /** The day; empty for none. */
  value: IsoDate
  onChange: (value: IsoDate) => void
}

/** Renders a button, and the calendar that it opens, whose weeks start on Monday. */
export default function DateCalendar({ group, label, value, onChange }: DateCalendarProps) {
  const text = useText()
  const [open, setOpen] = useState(false)
  const { offset, room, takeCalendar } = useCalendarPosition(group)
  const trigger = useMemo(() => ({ current: group }), [group])
  const name = text('date.calendar', { label })
  return (
    <AriaFrame>
      <DialogTrigger isOpen={open} onOpenChange={setOpen}>
        <Button className="kc-date-open" aria-label={name}>
          <CalendarIcon />
        </Button>
        {/* The calendar opens to the left, where there is always room: react-aria measures the room to the right
            without the element's distance from the page's edge. */}
        <Popover
          ref={takeCalendar}
          triggerRef={trigger}
          className="kc-aria-popover kc-calendar-box"
          placement="bottom end"
          offset={offset}
          shouldFlip={false}
          style={{ '--_room': `${room}px` } as CSSProperties}
          containerPadding={0}
        >
          <Dialog className="kc-calendar" aria-label={name}>
            <Calendar
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- a person who opens the calendar chooses a day in it.
              autoFocus
              firstDayOfWeek="mon"
              value={value === '' ? null : parseDate(value)}
              onChange={(day) => {
                onChange(day.toString())
                setOpen(false)
              }}
            >
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
      </DialogTrigger>
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

/** Distance between field and calendar, in px. */
const gap = 4

/**
 * Positions a calendar: under its field, above it, or over it if neither has enough room, and then it scrolls.
 * react-aria subtracts the page's scroll position twice in a positioned element, so that in a low window a calendar was
 * 2 px high.
 */
export function useCalendarPosition(field: HTMLElement | null) {
  const [calendar, setCalendar] = useState<HTMLElement | null>(null)
  const takeCalendar = useCallback((element: HTMLElement | null) => {
    setCalendar(element)
    return toTopLayer(element)
  }, [])
  const [position, setPosition] = useState({ offset: gap, room: 0 })
  useLayoutEffect(() => {
    if (!field || !calendar) return undefined
    const measure = () => {
      const { top, bottom } = field.getBoundingClientRect()
      const height = document.documentElement.clientHeight
      const needed = Math.min(height, calendar.scrollHeight + calendar.offsetHeight - calendar.clientHeight)
      const above = top - gap - needed
      const under = bottom + gap
      const start = under + needed <= height ? under : above >= 0 ? above : height - needed
      setPosition({ offset: Math.ceil(start - bottom), room: Math.floor(height - start) })
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [field, calendar])
  return { ...position, takeCalendar }
}

import { useLayoutEffect, useState } from 'react'

/** px between the field and its calendar. */
const gap = 4

/**
 * Where a calendar goes: under its field, above it, or over it where neither has the room, and then it scrolls. react-aria takes the
 * page's scrolling from the room twice in an element that is positioned, which left a line of 2 px in a low window.
 */
export function useCalendarPlace(field: HTMLElement | null) {
  const [calendar, setCalendar] = useState<HTMLElement | null>(null)
  const [place, setPlace] = useState({ offset: gap, room: 0 })
  useLayoutEffect(() => {
    if (!field || !calendar) return undefined
    const measure = () => {
      const { top, bottom } = (field.querySelector('.kc-date-group') ?? field).getBoundingClientRect()
      const height = document.documentElement.clientHeight
      const needed = Math.min(height, calendar.scrollHeight + calendar.offsetHeight - calendar.clientHeight)
      const above = top - gap - needed
      const under = bottom + gap
      const start = under + needed <= height ? under : above >= 0 ? above : height - needed
      setPlace({ offset: Math.ceil(start - bottom), room: Math.floor(height - start) })
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [field, calendar])
  return { ...place, setCalendar }
}

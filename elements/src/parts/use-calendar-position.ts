import { useLayoutEffect, useState } from 'react'

/** px between the field and its calendar. */
const gap = 4

/**
 * Positions a calendar: under its field, above it, or over it if neither has enough room, and then it scrolls. react-aria subtracts
 * the page's scroll position twice in a positioned element, which left a calendar of 2 px in a low window.
 */
export function useCalendarPosition(field: HTMLElement | null) {
  const [calendar, setCalendar] = useState<HTMLElement | null>(null)
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
  return { ...position, setCalendar }
}

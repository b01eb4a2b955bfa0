import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** How far a pointer moves in a click of an unsteady hand, in px; further is a selection of text. */
const steady = 6

/** Opens a row by a click anywhere on it. For pointers only: the keyboard has the row's button. */
export function useRowClick(open: () => void) {
  const start = useRef({ x: 0, y: 0 })
  return {
    onPointerDown: ({ clientX, clientY }: PointerEvent) => {
      start.current = { x: clientX, y: clientY }
    },
    onClick: ({ target, clientX, clientY, ...event }: MouseEvent) => {
      const isControl = target instanceof Element && target.closest('button, a')
      const moved = Math.hypot(clientX - start.current.x, clientY - start.current.y)
      const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
      if (!isControl && !hasModifier && moved <= steady) open()
    }
  }
}

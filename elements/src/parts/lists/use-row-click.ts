import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** Limit of the movement of an unsteady hand's click, in px; a longer movement selects text. */
const steady = 6

/**
 * Opens a row by a click anywhere on it; by default with the control that has `data-main`. Used on a row, or on a box
 * around rows. It is for pointers only: the keyboard uses the row's button.
 */
export function useRowClick(open: (target: Element) => void = openMain) {
  const start = useRef({ x: 0, y: 0 })
  return {
    onPointerDown: ({ clientX, clientY }: PointerEvent) => {
      start.current = { x: clientX, y: clientY }
    },
    onClick: ({ target, clientX, clientY, ...event }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest('button, a, dialog, [role=menu]')) return
      const moved = Math.hypot(clientX - start.current.x, clientY - start.current.y)
      const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
      if (!hasModifier && moved <= steady) open(target)
    }
  }
}

function openMain(target: Element): void {
  target.closest('tr, li')?.querySelector<HTMLElement>('[data-main]')?.click()
}

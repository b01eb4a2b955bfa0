import { focusHeading } from './focus-heading.ts'

/**
 * Keeps the focus in a list before the row of a pressed button leaves it: on a button of the next or the previous row,
 * else on the heading of `container`.
 */
export function focusBeside(pressed: Element, container: string, button = 'button:enabled'): void {
  const row = pressed.closest('tr')
  const rows = [row?.nextElementSibling, row?.previousElementSibling]
  const next = rows.map((one) => one?.querySelector<HTMLElement>(button)).find(Boolean)
  const box = pressed.closest<HTMLElement>(container)
  if (next) next.focus()
  else if (box) focusHeading(box)
}

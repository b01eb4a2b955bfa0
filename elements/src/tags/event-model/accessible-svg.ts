/** Elements whose shapes are drawn elsewhere, or not at all. */
export const notDrawn = 'defs, symbol, pattern, mask, marker, clipPath, [aria-hidden=true]'

/**
 * Makes a drawing accessible to screen readers and the keyboard. Its label is its own name, else `name`. Parts with a
 * name (a `<title>` or an `aria-label`) share one tab stop, and the arrow keys, Home and End move between them, so that
 * a hall of five hundred seats is not five hundred tab stops. A drawing with the role `img` has no parts. If it has
 * seats, they have the tab stop.
 */
export function makeAccessible(svg: SVGSVGElement, name: string, hasSeats: boolean): void {
  if (!drawnName(svg)) svg.setAttribute('aria-label', name)
  const parts = svg.getAttribute('role') === 'img' && !hasSeats ? [] : partsOf(svg)
  svg.setAttribute('role', hasSeats ? 'group' : parts.length > 0 ? 'graphics-document' : 'img')
  // The innermost parts come first: a part is an object if it already contains one with a role.
  for (const part of parts.toReversed()) {
    part.setAttribute('role', part.querySelector('[role]') ? 'graphics-object' : 'graphics-symbol')
    if (!hasSeats) part.setAttribute('tabindex', '-1')
  }
  if (hasSeats) return
  parts[0]?.setAttribute('tabindex', '0')
  if (parts.length > 0) svg.addEventListener('keydown', (event) => moveFocus(parts, event))
}

function partsOf(svg: SVGSVGElement): SVGElement[] {
  const names = svg.querySelectorAll('[aria-label], title')
  const named = new Set(Array.from(names, (each) => (each.localName === 'title' ? each.parentElement : each)))
  // Most drawings name none of their thousands of shapes; this saves the search below.
  if (named.size === 0) return []
  const all = [...svg.querySelectorAll<SVGElement>(':not(title, desc)')]
  return all.filter((part) => named.has(part) && drawnName(part) && !part.closest(`${notDrawn}, [data-seat]`))
}

/** Returns the name that a drawing gives one of its elements; empty without one. */
export function drawnName(element: Element): string {
  const titles = [...element.children].filter(({ localName }) => localName === 'title')
  const names = [element.getAttribute('aria-label'), ...titles.map(({ textContent }) => textContent)]
  return names.map((name) => name?.trim()).find(Boolean) ?? ''
}

function moveFocus(parts: readonly SVGElement[], event: KeyboardEvent): void {
  const at = parts.indexOf(event.target as SVGElement)
  const to = nextIndex(event.key, at, parts.length - 1)
  const next = to === null || event.altKey || event.ctrlKey || event.metaKey ? undefined : parts[to]
  if (at < 0 || !next) return
  event.preventDefault()
  parts[at]?.setAttribute('tabindex', '-1')
  next.setAttribute('tabindex', '0')
  next.focus()
}

function nextIndex(key: string, at: number, last: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(last, at + 1)
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(0, at - 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

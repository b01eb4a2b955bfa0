/** Shapes in these are drawn elsewhere, or not at all. */
const notDrawn = 'defs, symbol, pattern, mask, marker, clipPath, [aria-hidden=true]'

/**
 * Makes a drawing accessible to screen readers and the keyboard. It is labelled by its own name, else by `name`. Parts that have a
 * name (a `<title>` or an `aria-label`) share one tab stop, and the arrow keys, Home and End move between them, so that a hall of
 * five hundred seats is not five hundred tab stops. A drawing with the role `img` has no parts.
 */
export function makeAccessible(svg: SVGSVGElement, name: string): void {
  if (!isNamed(svg)) svg.setAttribute('aria-label', name)
  const parts = svg.getAttribute('role') === 'img' ? [] : partsOf(svg)
  svg.setAttribute('role', parts.length > 0 ? 'graphics-document' : 'img')
  // Innermost first: a part is an object if it already contains one with a role.
  for (const part of parts.toReversed()) {
    part.setAttribute('role', part.querySelector('[role]') ? 'graphics-object' : 'graphics-symbol')
    part.setAttribute('tabindex', '-1')
  }
  parts[0]?.setAttribute('tabindex', '0')
  if (parts.length > 0) svg.addEventListener('keydown', (event) => moveFocus(parts, event))
}

function partsOf(svg: SVGSVGElement): SVGElement[] {
  const names = svg.querySelectorAll('[aria-label], title')
  const named = new Set(Array.from(names, (each) => (each.localName === 'title' ? each.parentElement : each)))
  // Most drawings name none of their thousands of shapes; this saves the search below.
  if (named.size === 0) return []
  const all = [...svg.querySelectorAll<SVGElement>(':not(title, desc)')]
  return all.filter((part) => named.has(part) && isNamed(part) && !part.closest(notDrawn))
}

function isNamed(element: Element): boolean {
  const label = element.getAttribute('aria-label')?.trim()
  return (
    Boolean(label) || [...element.children].some((child) => child.localName === 'title' && child.textContent?.trim())
  )
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

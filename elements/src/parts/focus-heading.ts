/**
 * Focuses the heading of `container`, which makes screen readers announce it, or `container` itself while it has none.
 * For the heading of a screen the page scrolls only if the element begins above the window: to the element's edge,
 * below the page's own header. For any other heading it scrolls if the heading is out of sight.
 */
export function focusHeading(container: HTMLElement, scrolls = true): void {
  const heading = container.querySelector<HTMLElement>('h1, h2') ?? container
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  if (!scrolls) return
  const shell = heading.localName === 'h1' && heading.closest('.kc-shell')
  const edge = shell ? Number.parseFloat(getComputedStyle(shell).scrollMarginTop) : 0
  if (shell && shell.getBoundingClientRect().top < edge) shell.scrollIntoView({ behavior: 'instant' })
  const { top, bottom } = heading.getBoundingClientRect()
  if (top < 0 || bottom > innerHeight) heading.scrollIntoView({ block: 'center' })
}

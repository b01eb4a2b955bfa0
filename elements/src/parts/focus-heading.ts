/**
 * Focuses the heading of `container`, which makes screen readers announce it, or `container` itself while it has none. The page is
 * scrolled only if the heading is out of sight.
 */
export function focusHeading(container: HTMLElement): void {
  const heading = container.querySelector<HTMLElement>('h1, h2') ?? container
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  const { top, bottom } = heading.getBoundingClientRect()
  if (top < 0 || bottom > innerHeight) heading.scrollIntoView({ block: 'center' })
}

/**
 * Moves the focus to the heading inside `place`, which makes screen readers announce it, or to `place` while it has none.
 * The page is scrolled only if the heading is out of sight.
 */
export function focusHeading(place: HTMLElement | null | undefined): void {
  const heading = place?.querySelector<HTMLElement>('h1') ?? place
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  const { top, bottom } = heading.getBoundingClientRect()
  if (top < 0 || bottom > innerHeight) heading.scrollIntoView({ block: 'center' })
}

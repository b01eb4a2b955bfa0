import axe from 'axe-core'
import { expect } from 'vitest'

/** The violations that axe finds below a node, one line each; rules for whole pages are left out. */
export async function axeViolations(node: Element): Promise<string[]> {
  await animationsFinished(node)
  const { violations, passes, incomplete } = await axe.run(node, {
    // Otherwise axe reports passing nodes in as much detail, which takes time.
    resultTypes: ['violations', 'incomplete'],
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } }
  })
  // A box that lies over everything, even a transparent one, keeps axe from comparing any colours.
  const isContrast = ({ id }: { id: string }) => id === 'color-contrast'
  const isCovered = incomplete
    .filter(isContrast)
    .some(({ nodes }) => nodes.some(({ any }) => any[0]?.data?.messageKey === 'bgOverlap'))
  if (isCovered && ![...violations, ...passes].some(isContrast)) return ['color-contrast: axe could judge no text']
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** Expects that axe finds nothing, wide and at 390 px, where nothing is wider than the element. */
export async function expectAccessible(element: HTMLElement): Promise<void> {
  expect(await axeViolations(element)).toEqual([])
  element.style.inlineSize = '390px'
  // Axe finds a control too small that is half behind a bar.
  scrollTo(0, 0)
  expect(await axeViolations(element)).toEqual([])
  expect(element.scrollWidth).toBeLessThanOrEqual(390)
}

/**
 * Half-way between a disabled and an enabled button the colours fail the contrast rule, although neither state does.
 */
async function animationsFinished(node: Element): Promise<void> {
  await new Promise(requestAnimationFrame)
  const running = (node.shadowRoot?.getAnimations() ?? node.getAnimations({ subtree: true })).filter(
    ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
  )
  if (running.length === 0) return
  await Promise.allSettled(running.map(({ finished }) => finished))
  await animationsFinished(node)
}

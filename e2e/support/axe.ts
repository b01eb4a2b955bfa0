import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Runs axe on the page, by its rules or some of them, and returns its findings as lines that a person can read.
 *
 * @param runOnly tags of rules or, as an object, rules by their names
 */
export async function axeViolations(page: Page, runOnly?: string[] | RunOnly): Promise<string[]> {
  await page.evaluate(settled)
  // These options are the fastest without a rule less: our pages have no frames, so axe needs no second page that
  // gathers the findings in them, and it reports no nodes that pass. Both together took two thirds of its time.
  const builder = new AxeBuilder({ page }).setLegacyMode()
  const options = { resultTypes: ['violations' as const, 'incomplete' as const], ...(runOnly && { runOnly }) }
  const { violations, passes, incomplete } = await builder.options(options).analyze()
  // A box that lies over everything, even a transparent one, keeps axe from comparing any colours.
  const isContrast = ({ id }: { id: string }) => id === 'color-contrast'
  const isCovered = incomplete
    .filter(isContrast)
    .some(({ nodes }) => nodes.some(({ any }) => any[0]?.data?.messageKey === 'bgOverlap'))
  if (isCovered && ![...violations, ...passes].some(isContrast)) return ['color-contrast: axe could judge no text']
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`)
  )
}

type RunOnly = { readonly type: 'rule'; readonly values: string[] }

/** Rules that another colour scheme can break; it changes no structure, name or size. */
const ofColours: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Runs axe in light colours and, by the rules of colours, in dark ones. */
export async function axeInBothSchemes(page: Page, tags?: string[]): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await axeViolations(page, tags)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  return [...light, ...(await axeViolations(page, ofColours)).map((line) => `dark: ${line}`)]
}

/** Expects a whole page in which axe finds nothing, light or dark, and that fits into windows of any width. */
export async function expectAccessiblePage(page: Page): Promise<void> {
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 390],
    ['light', 320]
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    expect(await axeViolations(page), `${colorScheme}, ${width} px`).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
}

/**
 * Waits until transitions have ended: colours half-way between a disabled button and an enabled one fail the contrast
 * rule, although neither state does.
 */
async function settled(): Promise<void> {
  for (;;) {
    await new Promise(requestAnimationFrame)
    const roots = [document, ...Array.from(document.querySelectorAll('*'), ({ shadowRoot }) => shadowRoot)]
    const passing = roots
      .flatMap((root) => root?.getAnimations() ?? [])
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    if (passing.length === 0) return
    await Promise.allSettled(passing.map(({ finished }) => finished))
  }
}

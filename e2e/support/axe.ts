import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * Runs axe on the page and returns its findings as lines that a person can read; with tags, by the rules of these
 * alone.
 */
export async function axeViolations(page: Page, tags?: string[]): Promise<string[]> {
  await page.evaluate(settled)
  // These options are the fastest without a rule less: our pages have no frames, so axe needs no second page that
  // gathers the findings in them, and it reports no nodes that pass. Both together took two thirds of its time.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (tags ? builder.withTags(tags) : builder).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`)
  )
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

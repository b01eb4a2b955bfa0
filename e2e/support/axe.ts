import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * axe, as fast as it can be without a rule less: our pages have no frames, so it needs no second page that gathers what was found in
 * them, and of nodes that pass it tells nothing. Both together took two thirds of its time.
 */
export function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
}

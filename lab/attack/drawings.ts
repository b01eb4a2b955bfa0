import { ensureBrowser } from '../../scripts/lib/browser.ts'
import { ensureEngine } from '../../scripts/lib/engines.ts'
import { playwright, vitest } from '../../scripts/lib/steps.ts'
import type { Trial } from '../trial/trial.ts'

/** The tests of the elements with hostile drawings, which `npm test` runs in Chromium alone. */
export const drawings: Trial = {
  name: 'Drawings and styles of seat plans, drawn again by `<use>` as well, in three engines; a test in which one runs or fetches something',
  async run() {
    const engines = ['firefox', 'webkit'] as const
    const inChromium = { CHROMIUM: await ensureBrowser() }
    const results = [
      await vitest('chromium', 'elements', inChromium, ['src/tags/event-model/hostile-models.test.ts'])()
    ]
    for (const engine of engines) {
      const words = [`--project=${engine}`, 'hostile-models']
      results.push(await playwright(engine, 'e2e/browsers/playwright.config.ts', await ensureEngine(engine), words)())
    }
    const sum = (of: 'passed' | 'failed') => results.reduce((all, one) => all + one[of], 0)
    return { tried: sum('passed') + sum('failed'), broken: sum('failed') }
  }
}

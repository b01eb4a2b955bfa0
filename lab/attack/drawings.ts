import { hostileCss, hostileSvg, hostileUses } from '../../elements/src/testing/hostile-models.ts'
import { ensureBrowser } from '../../scripts/lib/browser.ts'
import { ensureEngine } from '../../scripts/lib/engines.ts'
import { run, tool } from '../../scripts/lib/run.ts'
import type { Attack } from './attack.ts'

const models = [hostileSvg, hostileUses, hostileCss].flatMap((each) => Object.keys(each))

async function inChromium(): Promise<boolean> {
  const args = ['run', '--root', 'elements', 'src/event-model/hostile-models.test.ts']
  const { code } = await run(tool('vitest'), args, { quiet: true, env: { CHROMIUM: await ensureBrowser() } })
  return code === 0
}

async function inEngine(engine: 'firefox' | 'webkit'): Promise<boolean> {
  const args = ['test', '--config', 'e2e/browsers/playwright.config.ts', `--project=${engine}`, 'hostile-models']
  const { code } = await run(tool('playwright'), args, { quiet: true, env: await ensureEngine(engine) })
  return code === 0
}

export const drawings: Attack = {
  name: 'Drawings and styles of seat plans, drawn again by `<use>` as well, in three engines; an engine in which one runs or fetches something',
  async run() {
    const held = [await inChromium(), await inEngine('firefox'), await inEngine('webkit')]
    return { tried: held.length * models.length, through: held.filter((isHeld) => !isHeld).length }
  }
}

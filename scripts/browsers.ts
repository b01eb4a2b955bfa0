// Walks through the built product in Firefox and WebKit, and installs them where they are missing. Arguments are
// Playwright's.
import { ensureBuilt } from './lib/build.ts'
import { ensureEngine } from './lib/engines.ts'
import { run, tool } from './lib/run.ts'

await ensureBuilt()
const env = { ...(await ensureEngine('firefox')), ...(await ensureEngine('webkit')) }
const args = ['test', '--config', 'e2e/browsers/playwright.config.ts', '--reporter=list', ...process.argv.slice(2)]
process.exitCode = (await run(tool('playwright'), args, { env })).code

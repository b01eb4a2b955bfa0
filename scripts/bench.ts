import { ensureBrowser } from './lib/browser.ts'
import { ensureBuilt } from './lib/build.ts'

// `npm run bench` runs all benchmarks, `npm run bench embed` one of them; lab/bench/main.ts lists them.
await ensureBuilt()
process.env['CHROMIUM'] = await ensureBrowser()
await import(new URL('../lab/bench/main.ts', import.meta.url).href)

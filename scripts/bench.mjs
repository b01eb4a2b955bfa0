import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { root } from './lib/run.mjs'

// `npm run bench` runs all benchmarks, `npm run bench embed` one of them; bench/src/main.ts lists them.
await ensureBuilt()
process.env['CHROMIUM'] = await ensureBrowser()
// A static import would fail before the packages are installed.
const { runnerImport } = await import('vite')
await runnerImport(`${root}/bench/src/main.ts`, { configFile: false, resolve: { conditions: ['contract-source'] } })

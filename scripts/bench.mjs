import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { ensurePackages } from './lib/install.mjs'
import { root } from './lib/run.mjs'

// `npm run bench` measures all; `npm run bench embed` one part of it; bench/src/main.ts lists them.
await ensurePackages()
await ensureBuilt()
process.env['CHROMIUM'] = await ensureBrowser()
// Not before the packages are there.
const { runnerImport } = await import('vite')
await runnerImport(`${root}/bench/src/main.ts`, { configFile: false, resolve: { conditions: ['contract-source'] } })

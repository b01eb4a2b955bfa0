import { ensureBuilt } from './lib/build.mjs'
import { root } from './lib/run.mjs'

// `npm run faults` lets what is around the built server fail, on this machine alone, and writes what came of it into docs/OPERATIONS.md.
await ensureBuilt()
// A static import would fail before the packages are installed.
const { runnerImport } = await import('vite')
await runnerImport(`${root}/faults/src/main.ts`, { configFile: false, resolve: { conditions: ['contract-source'] } })

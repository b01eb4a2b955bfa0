import { ensureBuilt } from './lib/build.mjs'
import { root } from './lib/run.mjs'

// `npm run attack` tries to break into the built server, on this machine alone, and writes what came of it into docs/SECURITY.md.
await ensureBuilt()
// A static import would fail before the packages are installed.
const { runnerImport } = await import('vite')
await runnerImport(`${root}/attack/src/main.ts`, { configFile: false, resolve: { conditions: ['contract-source'] } })

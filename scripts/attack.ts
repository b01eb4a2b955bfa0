import { ensureBuilt } from './lib/build.ts'

// `npm run attack` tries to break into the built server, on this machine alone, and writes the results into
// docs/SECURITY.md.
await ensureBuilt()
await import(new URL('../lab/attack/main.ts', import.meta.url).href)

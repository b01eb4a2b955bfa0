import { ensureBuilt } from './lib/build.ts'

// `npm run faults` lets parts around the built server fail, on this machine alone, and writes the results into
// docs/OPERATIONS.md.
await ensureBuilt()
await import(new URL('../lab/faults/main.ts', import.meta.url).href)

import { ensureBuilt } from './lib/build.ts'

// `npm run faults` lets what is around the built server fail, on this machine alone, and writes what came of it into docs/OPERATIONS.md.
await ensureBuilt()
await import(new URL('../faults/src/main.ts', import.meta.url).href)

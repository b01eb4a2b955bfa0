import { ensureBuilt } from './lib/build.ts'

// `npm run ship` goes each way of docs/operations/install.md to a first login, and writes minutes and date into it.
await ensureBuilt()
await import(new URL('../ops/src/main.ts', import.meta.url).href)

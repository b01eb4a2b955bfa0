import { ensureBuilt } from './lib/build.ts'

// `npm run ship` follows each way of docs/operations/install.md up to a first login, and writes minutes and date into
// that page.
await ensureBuilt()
await import(new URL('../lab/ops/main.ts', import.meta.url).href)

import { ensureBuilt } from './lib/build.ts'

// `npm run try` starts what a provider's installation consists of, on this machine and with scratch data.
await ensureBuilt()
await import(new URL('../ops/src/try.ts', import.meta.url).href)

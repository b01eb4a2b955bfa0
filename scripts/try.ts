import { ensureBuilt } from './lib/build.ts'

// `npm run try` starts the parts of a provider's installation on this machine, with scratch data.
await ensureBuilt()
await import(new URL('../lab/ops/try.ts', import.meta.url).href)

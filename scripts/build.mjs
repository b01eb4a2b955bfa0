import { ensurePackages } from './lib/install.mjs'
import { ensureBuilt } from './lib/build.mjs'

await ensurePackages()
await ensureBuilt()

import { ensureBuilt } from './lib/build.ts'

await ensureBuilt()

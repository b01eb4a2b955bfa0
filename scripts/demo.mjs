import { ensureBuilt } from './lib/build.mjs'
import { ensurePackages } from './lib/install.mjs'
import { root, run } from './lib/run.mjs'

await ensurePackages()
await ensureBuilt()
process.exitCode = (
  await run(process.execPath, [`${root}/server/dist/programs/demo.js`, ...process.argv.slice(2)])
).code

import { ensureBuilt } from './lib/build.mjs'
import { ensurePackages } from './lib/install.mjs'
import { root, run } from './lib/run.mjs'

// `npm run letters -- withdraw NUMBER REASON` withdraws an issued confirmation or hour record.
await ensurePackages()
await ensureBuilt()
const command = `${root}/server/dist/programs/withdraw.js`
process.exitCode = (await run(process.execPath, [command, ...process.argv.slice(2)])).code

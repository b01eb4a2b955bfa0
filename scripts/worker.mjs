import { ensureBuilt } from './lib/build.mjs'
import { ensurePackages } from './lib/install.mjs'
import { root, run } from './lib/run.mjs'

// `npm run worker` does the work in the background in a process of its own; the settings are the server's.
await ensurePackages()
await ensureBuilt()
// The terminal sends Ctrl+C to the worker as well; this process only waits for it to end in order.
process.on('SIGINT', () => undefined)
process.exitCode = (await run(process.execPath, [`${root}/server/dist/programs/worker.js`])).code

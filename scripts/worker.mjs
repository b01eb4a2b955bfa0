import { ensureBuilt } from './lib/build.mjs'
import { ensurePackages } from './lib/install.mjs'
import { root, run } from './lib/run.mjs'

// `npm run worker` runs background jobs in a separate process, with the same settings as the server.
await ensurePackages()
await ensureBuilt()
// The terminal sends Ctrl+C to the worker as well; this process only waits for its graceful shutdown.
process.on('SIGINT', () => undefined)
process.exitCode = (await run(process.execPath, [`${root}/server/dist/programs/worker.js`])).code

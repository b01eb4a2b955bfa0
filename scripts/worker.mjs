import { runProgram } from './lib/run-program.mjs'

// `npm run worker` runs background jobs in a separate process, with the same settings as the server.
await runProgram('worker')

import { runProgram } from './lib/run-program.ts'

// `npm run worker` runs background jobs in a separate process, with the same settings as the server.
await runProgram('worker')

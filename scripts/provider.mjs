import { runProgram } from './lib/run-program.mjs'

// `npm run provider -- --help` lists the commands for the provider's programs: keys, and what they may do.
await runProgram('provider')

import { runProgram } from './lib/run-program.mjs'

// `npm run provider -- --help` lists the commands for a provider: its keys, its data, its people.
await runProgram('provider')

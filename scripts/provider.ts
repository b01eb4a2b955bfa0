import { runProgram } from './lib/run-program.ts'

// `npm run provider -- --help` lists the commands for a provider: its keys, its data, its people.
await runProgram('provider')

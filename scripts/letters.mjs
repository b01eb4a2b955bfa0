import { runProgram } from './lib/run-program.mjs'

// `npm run letters -- withdraw NUMBER REASON` withdraws an issued confirmation or hour record.
await runProgram('withdraw')

import { runProgram } from './lib/run-program.mjs'

await runProgram('demo')

import { runProgram } from './lib/run-program.ts'

await runProgram('demo')

import { runProgram } from './run-program.ts'

await runProgram(async () => (await import('./provider/provider-program.ts')).runProvider())

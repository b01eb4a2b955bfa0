import { runProgram } from './run-program.ts'

await runProgram(async () => (await import('./provider/run-command.ts')).runCommand())

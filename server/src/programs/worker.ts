import { runProgram } from './run-program.ts'

await runProgram(async () => (await import('./work.ts')).runWorker())

import { runProgram } from './run-program.ts'

await runProgram(async () => (await import('./serve.ts')).runServer())

import { run, tool } from './lib/run.ts'

process.exitCode = (await run(tool('oxfmt'), ['.'])).code

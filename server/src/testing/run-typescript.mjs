// Node 20 cannot run the sources; a child process of a test comes in here.
import { runnerImport } from 'vite'

await runnerImport(process.argv[2], { configFile: false, resolve: { conditions: ['source'] } })

// Node 20 cannot run the sources; a child process of a test comes in here.
import { runnerImport } from 'vite'

// What is left is what the source itself would find.
const [source = ''] = process.argv.splice(2, 1)
await runnerImport(source, { configFile: false, resolve: { conditions: ['contract-source'] } })

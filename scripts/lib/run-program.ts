import { ensureBuilt } from './build.ts'
import { nodeArgs, root, run } from './run.ts'

/**
 * Builds the server if needed, runs one of its programs with this script's arguments, and ends with its exit code.
 *
 * @param name of a file in `server/src/programs`
 */
export async function runProgram(name: string) {
  await ensureBuilt()
  // The terminal sends Ctrl+C to the program as well; this process only waits for its graceful shutdown.
  process.on('SIGINT', () => undefined)
  const program = `${root}/server/dist/programs/${name}.js`
  const { code } = await run(process.execPath, [...nodeArgs, program, ...process.argv.slice(2)])
  process.exitCode = code
}

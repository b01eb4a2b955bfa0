import module from 'node:module'
import { fileURLToPath } from 'node:url'
import v8 from 'node:v8'
import { OperatorError } from '../platform/config/operator-error.ts'
import { productVersion } from '../platform/lib/product-version.ts'

/**
 * Prints the reason why the process ends and ends it: the sentence of an OperatorError, everything else with its stack.
 */
export function endWithError(error: unknown): void {
  const text = error instanceof OperatorError ? error.message : error instanceof Error ? error.stack : String(error)
  const code = error instanceof OperatorError ? error.exitCode : 1
  process.stderr.write(`${text}\n`, () => process.exit(code))
}

/** The lowest major version of Node that runs the product; package.json says the same. */
const lowestNode = 24

/**
 * Runs a program to its end, or until it listens; with `--version` it prints that alone. `main` imports the program's
 * modules, so that an older Node says one sentence instead of failing at the first thing it does not know.
 */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  const { node } = process.versions
  if (Number.parseInt(node, 10) < lowestNode)
    return endWithError(new OperatorError(`The customer center needs Node ${lowestNode} or newer; this is ${node}.`))
  if (process.argv[2] === '--version') {
    process.stdout.write(`${productVersion()}\n`)
    return
  }
  // The cache is beside the program: in the system's folder for temporary files others could place code that this
  // process would run.
  module.enableCompileCache(fileURLToPath(new URL('../../dist/.compile-cache', import.meta.url)))
  // No other user of the machine may read the process's files: they hold data of companies, and passwords in mails.
  process.umask(0o077)
  // V8 would wait with the collection of old garbage until there is three times as much of it as of living objects.
  v8.setFlagsFromString('--heap-growing-percent=100')
  await main().catch(endWithError)
}

/** Calls `stop` at the first SIGTERM or SIGINT. A second signal ends the process at once. */
export function stopOnSignal(stop: (signal: string) => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal).catch(endWithError))
}

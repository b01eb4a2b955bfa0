import module from 'node:module'
import { fileURLToPath } from 'node:url'
import v8 from 'node:v8'
import { OperatorError } from '../platform/config/operator-error.ts'
import { productVersion } from '../platform/lib/product-version.ts'

/**
 * Prints the reason of a failure and ends the process: for an OperatorError its sentence, for any other error its
 * stack.
 */
export function endWithError(error: unknown): void {
  const text = error instanceof OperatorError ? error.message : error instanceof Error ? error.stack : String(error)
  const code = error instanceof OperatorError ? error.exitCode : 1
  process.stderr.write(`${text}\n`, () => process.exit(code))
}

/** The lowest major version of Node that runs the product; package.json says the same. */
const lowestNode = 24

/**
 * Runs a program to its end, or until it listens; with `--version` only prints the version. `main` imports the
 * program's modules, so that an older Node gets a clear message instead of failing at the first unknown feature.
 */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  const { node } = process.versions
  if (Number.parseInt(node, 10) < lowestNode)
    return endWithError(new OperatorError(`The customer center needs Node ${lowestNode} or newer; this is ${node}.`))
  if (process.argv[2] === '--version') {
    process.stdout.write(`${productVersion()}\n`)
    return
  }
  // The cache is beside the program: in the system's temporary folder, others could place code that this process would
  // run.
  module.enableCompileCache(fileURLToPath(new URL('../../dist/.compile-cache', import.meta.url)))
  // Other users of the machine must not read the process's files, which hold data of companies and passwords in mails.
  process.umask(0o077)
  // By default V8 collects old garbage only when there is three times as much of it as of live objects.
  v8.setFlagsFromString('--heap-growing-percent=100')
  await main().catch(endWithError)
}

/** Calls `stop` at the first SIGTERM or SIGINT. A second signal ends the process at once. */
export function stopOnSignal(stop: (signal: string) => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal).catch(endWithError))
}

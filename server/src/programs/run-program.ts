import { OperatorError } from '../platform/config/operator-error.ts'

/** Prints why the process ends and ends it: the sentence of an OperatorError, everything else with its stack. */
export function endWithError(error: unknown): void {
  const text = error instanceof OperatorError ? error.message : error instanceof Error ? error.stack : String(error)
  const code = error instanceof OperatorError ? error.exitCode : 1
  process.stderr.write(`${text}\n`, () => process.exit(code))
}

/** Runs a program to its end, or until it listens. */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  // What it writes holds data of companies, and passwords in mails: for no other user of the machine.
  process.umask(0o077)
  await main().catch(endWithError)
}

/** Calls `stop` at the first SIGTERM or SIGINT. A second signal ends the process at once. */
export function stopOnSignal(stop: (signal: string) => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal).catch(endWithError))
}

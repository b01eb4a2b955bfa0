import type { CheckName, CheckResult } from '../../types/elements.ts'

const line =
  (state: CheckResult['state'], remedy = '') =>
  (name: CheckName, finding: string): CheckResult => ({ name, state, finding, remedy })

export const fineResult = line('fine')
export const unknownResult = line('unknown')
export const failedResult = (name: CheckName, finding: string, remedy: string) => line('failed', remedy)(name, finding)

/* oxlint-disable no-console -- the table is for the developer of the page, who has called for it. */
/** Prints a table, and the remedy of each failure in full, because tables are cut. */
export function printResults(tag: string, results: readonly CheckResult[]): void {
  console.table(Object.fromEntries(results.map(({ name, state, finding }) => [name, { state, finding }])))
  const failures = results.filter(({ state }) => state === 'failed')
  for (const { name, finding, remedy } of failures) console.warn(`${name}: ${finding}. ${remedy}`)
  if (failures.length === 0) console.info(`<${tag}> can work on this page.`)
}

/** Tells whether a host name is this machine, which browsers treat as secure with or without TLS. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

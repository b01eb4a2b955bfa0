import type { Reference } from '../../lib/references.ts'
import type { CheckName, CheckResult } from '../../types/elements.ts'

const line =
  (state: CheckResult['state']) =>
  (name: CheckName, finding: string): CheckResult => ({ name, state, finding, remedy: '', reference: '' })

export const fineResult = line('fine')
export const unknownResult = line('unknown')

/** Returns a failed line; its `reference` is that of its name, unless the cause has one of its own. */
export const failedResult = (
  name: CheckName,
  finding: string,
  remedy: string,
  reference: Reference = `CC-${name.toUpperCase() as Uppercase<CheckName>}`
): CheckResult => ({ name, state: 'failed', finding, remedy, reference })

/* oxlint-disable no-console -- the table is for the developer of the page, who has called for it. */
/** Prints a table, and the remedy of each failure in full, because tables are cut. */
export function printResults(tag: string, results: readonly CheckResult[]): void {
  console.table(results.map(({ name, state, finding }) => ({ name, state, finding })))
  const failures = results.filter(({ state }) => state === 'failed')
  for (const { name, finding, remedy, reference } of failures)
    console.warn(`${name}: ${finding}. ${remedy} (${reference})`)
  if (failures.length === 0) console.info(`<${tag}> can work on this page.`)
}

/** Tells whether the page is https and the address is not: browsers forbid such requests, but to this machine. */
export function isMixed(url: string): boolean {
  return location.protocol === 'https:' && url.startsWith('http:') && !isLoopback(new URL(url).hostname)
}

/** Tells whether a host name is this machine, which browsers treat as secure with or without TLS. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

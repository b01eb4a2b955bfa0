import type { Reference } from './references.ts'

/**
 * Writes a warning to the console, with its reference: for the developer of the page, the operator of its backend, or
 * the author of a drawing.
 */
export function warnDeveloper(reference: Reference, text: string): void {
  // oxlint-disable-next-line no-console -- the page's visitors see nothing of it.
  console.warn(`${text} (${reference})`)
}

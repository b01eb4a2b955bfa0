/**
 * Writes a warning to the console: for the developer of the page, the operator of its backend, or the author of a
 * drawing.
 */
export function warnDeveloper(text: string): void {
  // oxlint-disable-next-line no-console -- the page's visitors see nothing of it.
  console.warn(text)
}

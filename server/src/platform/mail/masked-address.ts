/** Masks an address: its owner recognizes it; a stranger at another one, or a reader of the log, does not learn it. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const dot = address.lastIndexOf('.')
  return `${address.slice(0, 1)}…@${address.slice(at + 1, at + 2)}…${address.slice(dot)}`
}

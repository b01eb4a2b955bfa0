/** Returns the address in full; null if it cannot be parsed. `URL.canParse` is missing before Safari 17. */
export function absoluteUrl(url: string, base?: URL | string): string | null {
  try {
    return new URL(url, base).href
  } catch {
    return null
  }
}

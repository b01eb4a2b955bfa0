/**
 * Reads a text file as spreadsheets save it: UTF-8 or UTF-16 with their mark, UTF-8 without it, and else Windows-1252, in which Excel
 * writes 'CSV (Trennzeichen-getrennt)'. Text in that which is by chance valid UTF-8 has no umlauts.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

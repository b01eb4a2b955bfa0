/**
 * Puts text that somebody entered on one line: a line break would begin a header or fake a paragraph, and other control or
 * invisible characters hide what a reader should see.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

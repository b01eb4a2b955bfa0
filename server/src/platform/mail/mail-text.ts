import { timeZone } from '@customer-center/contract/dates'

/**
 * Puts entered text on one line: a line break could begin a header or fake a paragraph, and other control or invisible
 * characters hide text from the reader.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

/** Masks an address: its owner recognises it, but another recipient or a reader of the log does not learn it. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const dot = address.lastIndexOf('.')
  return `${address.slice(0, 1)}…@${address.slice(at + 1, at + 2)}…${address.slice(dot)}`
}

const format = new Intl.DateTimeFormat('de-AT', {
  timeZone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit'
})

/** Formats a point in time for a reader: `20.11.2026, 14:05 Uhr`. */
export function formatDateTime(time: Date): string {
  return `${format.format(time)} Uhr`
}

/**
 * Formats an amount of money as people write it: `1.234,50 €`. A text that is no number, and an unknown currency, stay
 * as they are.
 * @param amount a decimal number, as a text or as a number
 * @param currency ISO 4217
 */
export function formatAmount(amount: string | number | null | undefined, currency: string | null | undefined): string {
  if (amount === null || amount === undefined || amount === '') return ''
  const value = Number(amount)
  if (!Number.isFinite(value)) return String(amount)
  const code = currency && /^[A-Z]{3}$/.test(currency) ? currency : undefined
  return formatOf(code).format(value)
}

/** Formats by currency. Making a format takes longer than writing a hundred numbers. */
const formats = new Map<string | undefined, Intl.NumberFormat>()
const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 }

function formatOf(currency: string | undefined): Intl.NumberFormat {
  const known = formats.get(currency)
  if (known) return known
  // The Austrian locale groups thousands with a space and begins with the sign; documents and specification do neither.
  const format = new Intl.NumberFormat('de-DE', currency ? { style: 'currency', currency } : twoDecimals)
  formats.set(currency, format)
  return format
}

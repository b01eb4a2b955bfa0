/**
 * An amount of money as people write it: `1.234,50 €`. What is no number, and a currency that nobody knows, stay as
 * they are.
 * @param amount a decimal number, as a text or as a number
 * @param currency ISO 4217
 */
export function formatAmount(amount: string | number | null | undefined, currency: string | null | undefined): string {
  if (amount === null || amount === undefined || amount === '') return ''
  const value = Number(amount)
  if (!Number.isFinite(value)) return String(amount)
  const code = currency && /^[A-Z]{3}$/.test(currency) ? currency : undefined
  // The Austrian locale groups thousands with a space and begins with the sign; documents and specification do neither.
  const format = new Intl.NumberFormat('de-DE', code ? { style: 'currency', currency: code } : twoDecimals)
  return format.format(value)
}

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 }

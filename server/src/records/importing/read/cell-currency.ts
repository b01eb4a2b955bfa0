/** The values of a row's cells; an unreadable cell keeps its text and has a fault. */
export interface RowCells {
  readonly value: Record<string, unknown>
  faults?: Record<string, string>
  /** Texts of amounts with a currency, to be compared with that of the whole row. */
  withCurrency?: Record<string, string>
}

const currencies = /€|EUR|CHF/gi

/** The currency of a member that has none beside it, as the price of a booking. */
const ownCurrency = 'EUR'

export const hasCurrency = (amount: string): boolean => amount.search(currencies) >= 0

/** Removes a currency beside an amount, and the dash in place of the cents that `€ 1.290,-` has. */
export const withoutCurrency = (amount: string): string =>
  amount
    .replace(/^([+\u2212-]?)\s*(?:(?:€|EUR|CHF)\s*)?/i, '$1')
    .replace(/(?:€|EUR|CHF)$/i, '')
    .replace(/([.,])(?:--?|–|—)\s*$/, '$100')
    .trim()

/** Refuses amounts with another currency than the one that their row names: 90 CHF are not 90 EUR. */
export function checkCurrencies(
  { value, faults, withCurrency = {} }: RowCells,
  fields: Readonly<Record<string, unknown>>
): Pick<RowCells, 'value' | 'faults'> {
  const stated = Object.hasOwn(fields, 'currency') ? value['currency'] : ownCurrency
  const named = typeof stated === 'string' ? stated.trim().toUpperCase() : ''
  const found: Record<string, string> = {}
  for (const [name, text] of Object.entries(withCurrency)) {
    const other = text.match(currencies)?.find((one) => one.toUpperCase().replace('€', 'EUR') !== named)
    if (other === undefined || faults?.[name] !== undefined) continue
    value[name] = text
    found[name] = `is in ${other}, and ${named === '' ? 'the row names no currency' : `must be in ${named}`}.`
  }
  const all = { ...faults, ...found }
  return Object.keys(all).length > 0 ? { value, faults: all } : { value }
}

import { randomInt } from 'node:crypto'

// Crockford's base32: no I, L, O, U, so that nothing is misread. Eleven random signs (55 bits) and a check sign.
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 12

// One step in the field of 32 elements (x^5 + x^2 + 1). A sum of powers of a generator shows every wrong sign and every two
// signs that changed places, which a plain sum of digits does not.
function doubled(value: number): number {
  return (value << 1) ^ (value & 16 ? 0b100101 : 0)
}

function sumOf(text: string): number {
  return Array.from(text).reduce((sum, sign) => doubled(sum) ^ signs.indexOf(sign), 0)
}

/** A number that nobody can guess. */
export function newNumber(): string {
  const random = Array.from({ length: length - 1 }, () => signs[randomInt(signs.length)]).join('')
  return random + signs[doubled(sumOf(random))]
}

/** As it is printed: XXXX-XXXX-XXXX. */
export function shownNumber(number: string): string {
  return number.replace(/.{4}(?=.)/g, '$&-')
}

/** What somebody typed, in capitals or not, with or without dashes, O for 0 and I or L for 1; null for what can be no number. */
export function readNumber(typed: string): string | null {
  const number = typed
    .toUpperCase()
    .replace(/[\s\-–—.]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  const known = number.length === length && Array.from(number).every((sign) => signs.includes(sign))
  return known && sumOf(number) === 0 ? number : null
}

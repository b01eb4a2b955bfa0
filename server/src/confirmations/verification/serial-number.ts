import { randomInt } from 'node:crypto'

// Crockford's base32: no I, L, O, U, so that nothing is misread. A number has eleven random characters (55 bits) and a
// check character.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export const serialNumberLength = 12

// Multiplies by a generator of the field of 32 elements (x^5 + x^2 + 1). A sum weighted with its powers detects every
// wrong character and every swap of two characters, which a plain sum of digits does not.
function multiply(value: number): number {
  return (value << 1) ^ (value & 16 ? 0b100101 : 0)
}

function checksum(text: string): number {
  return Array.from(text).reduce((sum, character) => multiply(sum) ^ alphabet.indexOf(character), 0)
}

/** Makes a number for a letter that nobody can guess. */
export function newSerialNumber(): string {
  const random = Array.from({ length: serialNumberLength - 1 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return random + alphabet[multiply(checksum(random))]
}

/** Formats a number for print: XXXX-XXXX-XXXX. */
export function formatSerialNumber(number: string): string {
  return number.replace(/.{4}(?=.)/g, '$&-')
}

/** Returns the characters of a typed number, in any case, with or without dashes, O for 0 and I or L for 1. */
export function serialCharacters(typed: string): readonly string[] {
  return Array.from(
    typed
      .toUpperCase()
      .replace(/[\s\-–—.]/g, '')
      .replaceAll('O', '0')
      .replace(/[IL]/g, '1')
  )
}

export function parseSerialNumber(typed: string): string | null {
  const characters = serialCharacters(typed)
  const number = characters.join('')
  const known = characters.length === serialNumberLength && characters.every((one) => alphabet.includes(one))
  return known && checksum(number) === 0 ? number : null
}

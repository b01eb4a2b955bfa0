import { randomInt } from 'node:crypto'
import { generatedPasswordLength } from '@customer-center/contract/limits'

// Without 0 O o, 1 I l i: people copy it from paper.
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A random password, 46 bits of it; it is good for 72 hours and one log-in, and tries are throttled. */
export function newPassword(): string {
  return Array.from({ length: generatedPasswordLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

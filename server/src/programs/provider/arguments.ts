import { InvalidArgumentError } from 'commander'

/** Reads a whole number, such as that of a key or a company. */
export function readNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

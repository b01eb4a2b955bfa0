import { InvalidArgumentError } from 'commander'

/** Reads a whole number, such as that of a key or a company. */
export function readNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** Option of commands about one company: without it the provider's only one. */
export const companyOption = [
  '--company <number>',
  'the company of the provider, where it has several',
  readNumber
] as const

/** Aborts at Ctrl+C and SIGTERM, so that a command can end in order. */
export function endOnSignal(): AbortSignal {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
  return ending.signal
}

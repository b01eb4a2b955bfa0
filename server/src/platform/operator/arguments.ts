import { InvalidArgumentError } from 'commander'
import type { ListPage } from '../database/page.ts'
import type { Terminal } from './command.ts'

/** Reads a whole number, such as that of a key or a company. */
export function readNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** Option of commands about one company; by default the provider's only one. */
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

/** Option of commands that list: the place after which the page begins. */
export const afterOption = ['--after <cursor>', 'go on behind a page, as the command names the place'] as const

/** Prints the rows of a page. Prints the note about further rows separately, so that programs read only rows. */
export function printPage<Row>(
  { print }: Pick<Terminal<never, unknown>, 'print'>,
  { rows, cursor, hasMore }: ListPage<Row>,
  lineOf: (row: Row) => string,
  none: string
): void {
  print(rows.map(lineOf).join('') || none, rows)
  if (hasMore) process.stderr.write(`There are more: --after ${cursor} lists them.\n`)
}

export const severalOptions = (text: string, earlier: readonly string[] = []): string[] => [...earlier, text]

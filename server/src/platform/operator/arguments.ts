import { InvalidArgumentError, Option } from 'commander'
import type { ListPage } from '../database/page.ts'
import type { Terminal } from './command.ts'

/** Reads a whole number, such as that of a key or a company. */
export function readNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** Option for the number of a company of the provider, which commands get as `providerId`. */
class CompanyOption extends Option {
  constructor(description: string) {
    super('--company <number>', description)
    this.argParser(readNumber)
  }

  override attributeName(): string {
    return 'providerId'
  }
}

/** Option of commands about one company; by default the provider's only one. */
export const companyOption = new CompanyOption('the company of the provider, where it has several')

/** Option of the command that makes a company. */
export const newCompanyOption = new CompanyOption('the number of the new company, where you have several (default: 1)')

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

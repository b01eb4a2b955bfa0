import type { ListPage } from '../database/page.ts'
import type { Terminal } from './command.ts'

/** Option of commands that list: a page begins behind that place. */
export const afterOption = ['--after <cursor>', 'go on behind a page, as the command names the place'] as const

/** Prints the rows of a page; beside them, so that programs read rows alone, that there are more. */
export function printPage<Row>(
  { print }: Pick<Terminal<never, unknown>, 'print'>,
  { rows, cursor, hasMore }: ListPage<Row>,
  lineOf: (row: Row) => string,
  none: string
): void {
  print(rows.map(lineOf).join('') || none, rows)
  if (hasMore) process.stderr.write(`There are more: --after ${cursor} lists them.\n`)
}

import { readFileSync, writeFileSync } from 'node:fs'
import { markdownTable, replaceBetween } from '../scripts/lib/markdown-table.ts'
import { root, stop } from '../scripts/lib/run.ts'

/** A part that the command line names, perhaps with a count: `import=1000000`. */
export interface Asked<Part> {
  readonly name: string
  readonly part: Part
  readonly count: number | undefined
}

/**
 * Returns the parts that the command line names, in their own order; all of them if it names none. Ends the program
 * with one sentence if it names one that does not exist.
 */
export function askedOf<Part>(parts: Readonly<Record<string, Part>>, words = process.argv.slice(2)): Asked<Part>[] {
  const counts = new Map(
    words.map((word) => {
      const [name = '', count] = word.split('=')
      return [name, count === undefined ? undefined : Number(count)] as const
    })
  )
  const unknown = [...counts.keys()].filter((name) => !Object.hasOwn(parts, name))
  if (unknown.length > 0) stop(`There is no ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`)
  return Object.entries(parts)
    .filter(([name]) => counts.size === 0 || counts.has(name))
    .map(([name, part]) => ({ name, part, count: counts.get(name) }))
}

/** The day of a run, for its figures. */
export const today = (): string => new Date().toISOString().slice(0, 10)

/** Writes a page with other text between its marks `<!-- name -->` and `<!-- /name -->`. */
export function rewriteBetween(file: string, name: string, change: (text: string) => string): void {
  writeFileSync(file, replaceBetween(readFileSync(file, 'utf8'), name, change))
}

/**
 * Prints a table, and puts it into a page of docs between its marks.
 * @param rows the first is the head
 * @param numbers how many of the last columns are numbers
 */
export function writeTable(page: string, name: string, rows: string[][], numbers: number): void {
  const table = markdownTable(rows, numbers)
  process.stdout.write(`${table}\n`)
  rewriteBetween(`${root}/docs/${page}`, name, () => table)
}

/** Ends the program: with 1, and a sentence, if something does not hold. */
export function endWith(holds: boolean, sentence: string): never {
  if (!holds) stop(sentence)
  process.exit(0)
}

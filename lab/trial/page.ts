import { readFileSync, writeFileSync } from 'node:fs'
import { markdownTable, replaceBetween } from '../../scripts/lib/markdown-table.ts'
import { root } from '../../scripts/lib/run.ts'

/** The day of a run, for its figures. */
export const today = (): string => new Date().toISOString().slice(0, 10)

/** Writes a page of docs with other text between its marks `<!-- name -->` and `<!-- /name -->`. */
export function rewriteBetween(page: string, name: string, change: (text: string) => string): void {
  const file = `${root}/docs/${page}`
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
  rewriteBetween(page, name, () => table)
}

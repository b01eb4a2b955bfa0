/**
 * A table as the formatter has it.
 *
 * @param rows the first is the head
 * @param numbers how many of the last columns are numbers
 */
export function markdownTable(rows: string[][], numbers = 0): string {
  const [head = [], ...body] = rows
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)))
  const isNumber = (column: number) => column >= head.length - numbers
  const cellOf = (cell: string, column: number) =>
    isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)
  const line = (row: string[]) => `| ${row.map(cellOf).join(' | ')} |`
  const rule = widths.map((width, column) => (isNumber(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  return [line(head), `| ${rule.join(' | ')} |`, ...body.map(line)].join('\n')
}

export const cellsOf = (table: string): string[][] =>
  table.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  )

/** Returns a page with other text between its marks `<!-- name -->` and `<!-- /name -->`. */
export function replaceBetween(page: string, name: string, change: (text: string) => string): string {
  const between = new RegExp(`(<!-- ${name} -->\n)([^]*)(\n<!-- /${name} -->)`)
  if (!between.test(page)) throw new Error(`The page has lost the comments ${name} between which its table stands.`)
  return page.replace(between, (_all, start: string, text: string, end: string) =>
    [start, change(text).trim(), end].join('\n')
  )
}

import { readDate } from '@customer-center/contract/dates'

/** Rows of a list that share a heading. */
export interface YearSection<Row> {
  /** A year; empty for rows without a date, null for rows that need no heading. */
  readonly heading: string | null
  readonly rows: readonly Row[]
}

/** Groups rows by year, in the order in which the years first appear. */
export function byYear<Row>(rows: readonly Row[], dateOf: (row: Row) => unknown): YearSection<Row>[] {
  const years = new Map<string, Row[]>()
  for (const row of rows) {
    const year = readDate(dateOf(row))?.slice(0, 4) ?? ''
    const others = years.get(year)
    if (others) others.push(row)
    else years.set(year, [row])
  }
  return [...years].map(([heading, some]) => ({ heading, rows: some }))
}

export function firstRows<Row>(sections: readonly YearSection<Row>[], count: number): YearSection<Row>[] {
  let left = count
  return sections.flatMap(({ heading, rows }) => {
    const some = rows.slice(0, left)
    left -= some.length
    return some.length === 0 ? [] : [{ heading, rows: some }]
  })
}

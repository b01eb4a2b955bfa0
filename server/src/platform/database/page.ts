/** Wanted page of a list. */
export interface PagePlace {
  /** The cursor of the page before; left out: the first page. */
  readonly after?: string | undefined
  readonly limit?: number | undefined
}

/** A page of a list for programs and operators. */
export interface ListPage<Row> {
  readonly rows: readonly Row[]
  /** The place behind the last row, from which the next page begins; null for an empty page. */
  readonly cursor: string | null
  readonly hasMore: boolean
}

/** Makes a page of at most `limit` rows; the statement has read one more, if there is one. */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => string): ListPage<Row> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, cursor: last ? cursorOf(last) : null, hasMore: rows.length > limit }
}

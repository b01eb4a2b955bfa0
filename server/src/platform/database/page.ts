import type { z } from 'zod'
import { OperatorError } from '../config/operator-error.ts'

/** Wanted page of a list. */
export interface PagePlace {
  /** Cursor of the previous page; left out for the first page. */
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

/**
 * Makes a page of at most `limit` rows from a statement that reads one row more. Its cursor has the sort values of the
 * last row instead of the row's key, because the row may be deleted before the next page is read.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  sortedBy: (row: Row) => readonly unknown[]
): ListPage<Row> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const cursor = last ? Buffer.from(JSON.stringify(sortedBy(last))).toString('base64url') : null
  return { rows: shown, cursor, hasMore: rows.length > limit }
}

function parsedCursor(after: string): unknown {
  try {
    return JSON.parse(Buffer.from(after, 'base64url').toString())
  } catch {
    return undefined
  }
}

/**
 * Reads the sort values in a cursor; undefined for the first page.
 * @throws OperatorError for a cursor that `pageOf` has not made of such values
 */
export function readPlace<Values>({ after }: PagePlace, sortedBy: z.ZodType<Values>): Values | undefined {
  if (after === undefined) return undefined
  const { success, data } = sortedBy.safeParse(parsedCursor(after))
  if (!success) throw new OperatorError('The cursor is not one that this list gave.')
  return data
}

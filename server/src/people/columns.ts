import { type RawBuilder, sql } from 'kysely'

/** Values of one table's row, by column. */
export type Columns = Readonly<Record<string, string | number | boolean | null>>

export const isEmpty = (columns: object): boolean => Object.keys(columns).length === 0

/** `set` of an update, without the word. */
export function assignments(columns: Columns): RawBuilder<unknown> {
  return sql.join(Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
}

/** The same with the row's next version. */
export function withNextVersion(columns: Columns): RawBuilder<unknown> {
  return isEmpty(columns) ? sql`version = version + 1` : sql`${assignments(columns)}, version = version + 1`
}

/** Columns and values of an insert, after its table. */
export function insertion(columns: Columns): RawBuilder<unknown> {
  return sql`(${sql.join(Object.keys(columns).map((column) => sql.ref(column)))})
    values (${sql.join(Object.values(columns))})`
}

import type { Insertable, Kysely } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'

// A statement takes at most 65,535 parameters; no table has more than 30 columns.
const rowsAtOnce = 1000

/** Rows by table; a table that another one refers to stands before it. */
export type TableRows = { readonly [Name in keyof Tables]?: readonly Insertable<Tables[Name]>[] }

/** Writes many rows in few statements, table by table. */
export async function insertTables(db: Kysely<Tables>, tables: TableRows): Promise<void> {
  for (const [table, rows] of Object.entries(tables)) {
    for (let start = 0; start < rows.length; start += rowsAtOnce) {
      await db
        .insertInto(table as keyof Tables)
        .values(rows.slice(start, start + rowsAtOnce))
        .execute()
    }
  }
}

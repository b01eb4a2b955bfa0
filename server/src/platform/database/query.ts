import { CompiledQuery, type Kysely } from 'kysely'
// The build has no copy of this file, and the path is right from there, too.
import type { Tables } from '../../../src/platform/database/tables.d.ts'

export type { Tables }

/** The database, or a transaction in it. */
export type Db = Kysely<Tables>

/** Runs a fixed text, such as a prepared statement, which is not built anew for each call; returns its rows. */
export async function query<Row>(db: Db, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
}

/** A row of a statement; PostgreSQL returns these members as Date, and an answer has them in ISO 8601. */
export type WithDates<Row, Times extends keyof Row> = Omit<Row, Times> & {
  readonly [Time in Times]: Date | Extract<Row[Time], null>
}

type TimesAsText<Row> = {
  readonly [Name in keyof Row]: Row[Name] extends Date | null ? string | Extract<Row[Name], null> : Row[Name]
}

/** Returns a row with its times in ISO 8601. */
export function timesAsText<Row extends object>(row: Row): TimesAsText<Row> {
  const members = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value
  ])
  return Object.fromEntries(members) as TimesAsText<Row>
}

import { type RawBuilder, sql } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Db, Tables } from './query.ts'

/** The period for which tables keep their rows, or a folder keeps its files. */
export interface Retention {
  /** Names of tables, or of a folder. */
  readonly of: readonly string[]
  readonly kind: 'table' | 'folder'
  /** The period, or the reason why nothing is deleted by time, in the words of the manual. */
  readonly kept: string
  /** Deletes older rows or files and returns their number; missing if nothing is deleted by age. */
  readonly removeOld?: (db: Db, config: Config) => Promise<number>
}

/** Number of rows that one statement deletes: it keeps few locks and writes little log. */
const batch = 1000

/**
 * Limit of consecutive statements on one table: a backlog must not delay the end of the process or the other tables.
 */
const maxBatches = 100

/**
 * Describes a table whose rows expire. Rows are deleted in batches, each in its own transaction; rows that another
 * process has locked wait for that process or the next run.
 * @param expired SQL condition on a row of the table, which has no alias
 */
export const expiringTable = (
  table: keyof Tables,
  kept: string,
  expired: (config: Config) => RawBuilder<unknown>
): Required<Retention> => ({
  of: [table],
  kind: 'table',
  kept,
  async removeOld(db, config) {
    const name = sql.table(table)
    let removed = 0
    for (let statements = 0; statements < maxBatches; statements += 1) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${name} where ctid = any(array(
          select ctid from ${name} where ${expired(config)} limit ${batch} for update skip locked))`.execute(db)
      removed += Number(numAffectedRows)
      if (numAffectedRows < batch) break
    }
    return removed
  }
})

/** Describes tables whose rows are not deleted by age. @param kept the reason, or the code that deletes their rows */
export const keptTables = (kept: string, ...of: readonly (keyof Tables)[]): Retention => ({ of, kind: 'table', kept })

/** Returns the SQL condition that a time is at least so many days ago. */
export const isOlder = (column: string, days: number): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} < now() - make_interval(days => ${days}::int)`

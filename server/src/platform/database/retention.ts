import { type RawBuilder, sql } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Db } from './query.ts'
import type { Tables } from './tables.ts'

/** The period for which tables keep their rows, or a folder its files. */
export interface Retention {
  /** Names of tables, or of a folder. */
  readonly of: readonly string[]
  readonly kind: 'table' | 'folder'
  /** The period, or the reason why nothing is deleted by time, in the words of the manual. */
  readonly kept: string
  /** Deletes what is older; returns the number of rows or files. Missing where nothing is deleted by time. */
  readonly removeOld?: (db: Db, config: Config) => Promise<number>
}

/** Rows that one statement deletes: its locks and its part of the log stay small. */
const batch = 1000

/**
 * Statements for one table in a row: a backlog does not keep the process from its end, nor the other tables waiting.
 */
const mostBatches = 100

/**
 * Describes a table whose rows expire: they are deleted in batches, each in a transaction of its own. Rows that another
 * process holds are left to it, or to the next time.
 * @param expired SQL condition on a row of the table, which has no alias
 */
export const expires = (
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
    for (let statements = 0; statements < mostBatches; statements += 1) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${name} where ctid = any(array(
          select ctid from ${name} where ${expired(config)} limit ${batch} for update skip locked))`.execute(db)
      removed += Number(numAffectedRows)
      if (numAffectedRows < batch) break
    }
    return removed
  }
})

/** Describes tables from which nothing is deleted by time. @param kept the reason, or what deletes their rows */
export const stays = (kept: string, ...of: readonly (keyof Tables)[]): Retention => ({ of, kind: 'table', kept })

/** SQL condition: a time is so many days ago. */
export const isOlder = (column: string, days: number): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} < now() - make_interval(days => ${days}::int)`
